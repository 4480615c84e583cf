import Console
package import Foundation
package import Harness
import Marking

/// Records the runs of pitfalls, with programs made of marked copies of their files.
package enum MarkedPitfalls {
  /// The program that runs and records the acts of these pitfalls. It is kept for the next time.
  ///
  /// - Parameters:
  ///   - copies: the paths of altered copies, by the path of the original.
  ///   - folder: where the build is.
  package static func program(
    for pitfalls: [Pitfall], replacing copies: [String: String] = [:],
    in folder: URL = thisProgram.deletingLastPathComponent()
  ) throws -> URL {
    guard folder.lastPathComponent != "release" else {
      throw InputError(
        message:
          "a release build cannot record: it keeps no internal names. Use './scenarios', which builds for debugging.")
    }
    let build = try BuiltModules(
      ["RawObserving", "ManagedObserving", "Console", "Recording", "Harness"], in: folder, testing: "Harness")
    let entries = pitfalls.map { "(\"\($0.id)\", \($0.typeName).acts)" }
    let main = "MarkedAct.run([\n  \(entries.joined(separator: ",\n  "))\n])\n"
    do {
      return try MarkedProgram(files(of: pitfalls, in: build.root).map { copies[$0] ?? $0 }, build, main: main).path
    } catch let error as CompilerError {
      throw InputError(message: "the marked copies of the stories do not compile:\n\(error.text)")
    }
  }

  /// The pitfalls' files, and those that their stories share.
  private static func files(of pitfalls: [Pitfall], in root: URL) throws -> [String] {
    let folders = ["Domain"] + (pitfalls.contains(where: \.isShownNaively) ? ["Naive"] : [])
    let shared = try folders.flatMap { folder in
      let path = "Sources/Scenarios/\(folder)"
      return try FileManager.default.contentsOfDirectory(atPath: root.appending(path: path).path)
        .filter { $0.hasSuffix(".swift") }.sorted().map { "\(path)/\($0)" }
    }
    return shared + pitfalls.map(\.source)
  }
}

import Console
import Foundation
import RawObserving
import Replay

/// Records the runs of pitfalls, with programs made of marked copies of their files.
enum MarkedPitfalls {
  /// The sources of the stories.
  static let sources = SourceText((try? PackageRoot.find()) ?? URL(fileURLWithPath: "."))

  /// The program that runs and records the acts of these pitfalls. It is kept for the next time.
  ///
  /// - Parameters:
  ///   - copies: the paths of altered copies, by the path of the original.
  ///   - folder: where the build is.
  static func program(
    for pitfalls: [Pitfall], replacing copies: [String: String] = [:],
    in folder: URL = thisProgram.deletingLastPathComponent()
  ) throws -> MarkedProgram {
    guard folder.lastPathComponent != "release" else {
      throw InputError(
        message:
          "a release build cannot record: it keeps no internal names. Use './scenarios', which builds for debugging.")
    }
    let build = try BuiltModules(
      ["RawObserving", "ManagedObserving", "Console", "Exercises", "Explain", "Replay", "Scenarios"],
      in: folder, testing: "Scenarios")
    let entries = pitfalls.map { "(\"\($0.id)\", \($0.typeName).acts)" }
    let main = "MarkedPitfalls.run([\n  \(entries.joined(separator: ",\n  "))\n])\n"
    do {
      return try MarkedProgram(files(of: pitfalls, in: build.root).map { copies[$0] ?? $0 }, build, main: main)
    } catch let error as MarkedProgram.CompilerError {
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

  /// Runs one act in this process, which is a marked program, and records it. The arguments say which, and where to.
  static func run(_ pitfalls: [(id: String, acts: [Act])]) {
    let words = CommandLine.arguments
    guard words.count == 5, let pitfall = pitfalls.first(where: { $0.id == words[1] }),
      let act = Int(words[2]), let era = Era.allCases.first(where: { "\($0)" == words[3] }),
      let events = try? EventFile.open(words[4])
    else { Ending.fail("marked", "needs a pitfall, an act, an era and a file", code: Ending.usage) }
    ActRunner.runHere(pitfall.acts[act], in: era) {
      Recorder.start(writingTo: events)
    }
  }
}

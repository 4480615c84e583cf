import Console
import Foundation
import Harness

/// Hands a command line over to the script `scenarios`, which builds the `workbench` and calls it.
enum Handover {
  /// What needs the workbench although its verb is here.
  private static let options = ["--help", "-h", "--version", "--timeline", "--step", "--predict", "--record"]

  /// Whether this program can do what the words ask for.
  static func isHere(_ words: [String], _ table: CommandTable<Action>) -> Bool {
    let own = words.prefix { $0 != "--" }
    guard let first = words.first, !own.contains(where: { options.contains(String($0.prefix { $0 != "=" })) }) else {
      return false
    }
    return table.verb(first) != nil || (try? Selection.pitfall(first)) != nil
  }

  /// Becomes the script, with the same words.
  ///
  /// - Throws: `InputError` with what to type, if the script is not there.
  static func toScript(_ words: [String]) throws -> Never {
    let name = "scenarios"
    let script = try PackageRoot.find().appending(path: name).path
    setenv("SCENARIOS_PRODUCT", "workbench", 1)
    var arguments: [UnsafeMutablePointer<CChar>?] = ([script] + words).map { strdup($0) } + [nil]
    execv(script, &arguments)
    throw InputError(
      message:
        "this is another program's verb, and \(script) cannot be run: \(String(cString: strerror(errno))). Type: "
        + "swift run workbench \(words.map(\.shellWord).joined(separator: " "))",
      code: Ending.unavailable)
  }
}

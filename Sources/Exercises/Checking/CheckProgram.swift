import Foundation
import RawObserving

/// The program that a check runs: it writes its report into the file that is its first argument.
public enum CheckProgram {
  /// Runs a check on an attempt, writes what it finds, and ends.
  public static func run(_ body: (Check) -> Void) {
    guard CommandLine.arguments.count > 1, let file = FileHandle(forWritingAtPath: CommandLine.arguments[1]) else {
      fatalError("usage: attempt REPORT, where REPORT is a file that exists")
    }
    alarm(30)  // ends it even if the program that started it no longer runs
    EventProbe.atEnd { report(.broken(rule: $0.rawValue), file) }
    Trace.start { report(.happened($0), file) }
    body(Check { line in report(line, file) })
    report(.end, file)
  }

  private static func report(_ line: Check.Line, _ file: FileHandle) {
    guard var text = try? JSONEncoder().encode(line) else { return }
    text.append(UInt8(ascii: "\n"))
    try? file.write(contentsOf: text)
  }
}

public import Foundation

/// What `scenarios run --all` prints as JSON, and what it records: made once for all tests that look at every run.
public enum AllRuns {
  /// The results of a run without a recording.
  public static func results(of program: URL) throws -> Data { try plain.value(program) }

  /// The recordings of every run.
  public static func recordings(of program: URL) throws -> Data { try recorded.value(program).file }

  /// What the run that is recorded prints: the table and the verdict.
  public static func table(of program: URL) throws -> String { try recorded.value(program).output }

  private static let plain = Once { program in
    Data(try ChildProcess.run(program, ["run", "--all", "--json"], within: 600).output.utf8)
  }

  private static let recorded = Once { program -> (file: Data, output: String) in
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let arguments = ["run", "--all", "--quiet", "--record", file.path]
    let output = try ChildProcess.run(program, arguments, environment: ["COLUMNS": "80"], within: 600).output
    return (try Data(contentsOf: file), output)
  }

  /// A value that the first caller makes while the others wait.
  private final class Once<Value: Sendable>: @unchecked Sendable {
    // Sound because the lock is held whenever the value is touched.
    private let lock = NSLock()
    private var made: Value?
    private let make: @Sendable (URL) throws -> Value

    init(_ make: @escaping @Sendable (URL) throws -> Value) { self.make = make }

    func value(_ program: URL) throws -> Value {
      try lock.withLock {
        if let made { return made }
        let value = try make(program)
        made = value
        return value
      }
    }
  }
}

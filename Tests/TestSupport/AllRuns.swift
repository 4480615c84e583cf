public import Foundation

/// What `scenarios run --all` records and prints: made once for all tests that look at every recording.
public enum AllRuns {
  /// The recordings of every run.
  public static func recordings(of program: URL) throws -> Data { try recorded.value(for: program).file }

  /// The table and the verdict.
  public static func table(of program: URL) throws -> String { try recorded.value(for: program).output }

  private static let recorded = Memo { (program: URL) -> (file: Data, output: String) in
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let arguments = ["run", "--all", "--quiet", "--record", file.path]
    let output = try ChildProcess.run(program, arguments, environment: ["COLUMNS": "80"], within: 600).output
    return (try Data(contentsOf: file), output)
  }
}

public import Foundation

/// What `scenarios run --all --record FILE` records and prints: made once for all tests that look at every recording.
public enum AllRuns {
  /// The recordings of every run.
  public static func recordings(of program: URL) throws -> Data { try recorded.value(for: program).file }

  /// What it prints: the stories, the table and the verdict.
  public static func output(of program: URL) throws -> ChildProcess { try recorded.value(for: program).run }

  private static let recorded = Memo { (program: URL) -> (file: Data, run: ChildProcess) in
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let arguments = ["run", "--all", "--record", file.path]
    let run = try ChildProcess.run(program, arguments, environment: ["COLUMNS": "80"], within: 600)
    return (try Data(contentsOf: file), run)
  }
}

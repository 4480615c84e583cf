import Foundation
public import Testing

/// What a program printed for other programs, compared with a file in Tests/Golden. `UPDATE_GOLDEN=1 swift test` writes
/// these files, and `Scripts/check-schemas` holds each against its schema.
public func expectGolden(
  _ output: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../Golden/\(name)")
  let found = output.replacing(#/0x[0-9a-f]+/#, with: "0x…")
  if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
    try found.write(to: file, atomically: true, encoding: .utf8)
  }
  let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? "no file \(name): UPDATE_GOLDEN=1 writes it"
  let (old, new) = (expected.split(separator: "\n"), found.split(separator: "\n"))
  #expect(new.difference(from: old).isEmpty, "\(name)", sourceLocation: sourceLocation)
}

import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Explain
@testable import Workbench

@Suite("Explaining long logs", .watched)
struct ExplainLongLogTests {
  private static let removal =
    "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'Cannot remove an observer <View 0x1> for "
    + "the key path \"date\" from <Clock 0x2> because it is not registered as an observer.'\n"

  private static let unhandled =
    "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '<View: 0x1>: An "
    + "-observeValueForKeyPath:ofObject:change:context: message was received but not handled.\nKey path: rate'\n"

  /// Lines without a sign, of about this many kilobytes.
  private static func noise(_ kilobytes: Int) -> String {
    String(
      repeating: "2026-11-28 10:00:00.1 App[1:2] loaded an image of größe 640 from the cache\n", count: kilobytes * 13)
  }

  /// The answer for a log of which 16 kB are kept.
  private func diagnosis(_ bytes: [UInt8]) -> Diagnosis { Diagnosis(Log(LogReader(bytes, block: 1 << 10))) }

  private func diagnosis(_ text: String) -> Diagnosis { diagnosis(Array(text.utf8)) }

  @Test(
    "a crash is found at the beginning, in the middle and at the end of a log", arguments: [(0, 60), (30, 30), (60, 0)])
  func places(_ before: Int, _ behind: Int) throws {
    let diagnosis = diagnosis(Self.noise(before) + Self.removal + Self.noise(behind))
    #expect(diagnosis.kind == .notRegistered && diagnosis.log.facts.keyPath == "date")
    let report = ExplanationReport(Explanation(diagnosis), of: diagnosis, width: 80).lines.joined(separator: " ")
    #expect(report.contains("were left out") && Explanation(diagnosis).cut)
  }

  @Test("of every encoding, the end is read as the beginning is")
  func encodings() {
    let text = Self.noise(60) + Self.removal
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let wide = text.unicodeScalars.flatMap { [UInt8($0.value & 0xFF), UInt8($0.value >> 8 & 0xFF), 0, 0] }
    for bytes in [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big, wide,
      [0xFF, 0xFE, 0, 0] + wide, text.unicodeScalars.map { UInt8($0.value) },
    ] {
      let diagnosis = diagnosis(bytes)
      #expect(diagnosis.kind == .notRegistered && diagnosis.log.facts.observed?.className == "Clock")
      #expect(!diagnosis.log.lines.contains { $0.contains("\u{FFFD}") || $0.contains("Ã") })
    }
  }

  @Test("words that lie across two blocks are seen")
  func boundary() {
    let crash = "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n1 F 0x1 NSKeyValueNotifyObserver + 1\n"
    for offset in 1...4 {
      let before = String(decoding: Array(Self.noise(10).utf8).prefix((5 << 10) - offset), as: UTF8.self)
      #expect(diagnosis(before.dropLast() + "\n" + crash + Self.noise(40)).kind == .observerDied, "\(offset)")
    }
  }

  @Test("of several crashes the last one counts, and the report says so")
  func last() throws {
    let system = "OS Version: iPhone OS 17.2\n"
    for (first, second, kind) in [
      (Self.removal, Self.unhandled, Kind.unhandled), (Self.unhandled, Self.removal, .notRegistered),
    ] {
      for between in [Self.noise(1), Self.noise(40)] {
        let diagnosis = diagnosis(system + first + between + second + Self.noise(1))
        #expect(diagnosis.kind == kind && diagnosis.log.facts.system?.text == "iOS 17.2")
        let lines = ExplanationReport(Explanation(diagnosis), of: diagnosis, width: 80).lines
        #expect(lines.contains("The log has 2 crashes. This is the last one."))
      }
    }
    let again = Diagnosis(
      Log(text: Self.removal + "libc++abi: terminating\n" + Self.removal.replacing("0x1", with: "0x9")))
    #expect(again.log.crashes == 1)
  }

  @Test("a crash without a message counts if it comes after one with a message")
  func badAccess() {
    let text =
      Self.removal + Self.noise(1) + """
        * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x10)
          * frame #0: 0x1 libobjc.A.dylib`objc_msgSend + 16
            frame #1: 0x2 Foundation`NSKeyValueNotifyObserver + 300
        """
    #expect(Diagnosis(Log(text: text)).kind == .observerDied)
  }

  @Test("a stack below thousands of lines is read")
  func deep() {
    let text = Self.noise(500) + "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n1 F 0x1 NSKeyValueNotifyObserver + 1"
    #expect(Diagnosis(Log(bytes: Array(text.utf8))).kind == .observerDied)
  }

  @Test("a report in JSON is read whole, and of many threads those that crashed")
  func json() throws {
    let idle =
      "{\"frames\":[" + Array(repeating: "{\"imageIndex\":0,\"symbol\":\"poll\"}", count: 10).joined(separator: ",")
      + "]}"
    let crashed =
      "{\"triggered\":true,\"frames\":[{\"imageIndex\":0,\"symbol\":\"objc_msgSend\"},"
      + "{\"imageIndex\":0,\"symbol\":\"NSKeyValueNotifyObserver\"}]}"
    let threads = Array(repeating: idle, count: 200) + [crashed] + Array(repeating: idle, count: 200)
    let text =
      "{\"app_name\":\"App\"}\n{\"exception\":{\"type\":\"EXC_BAD_ACCESS\",\"signal\":\"SIGSEGV\"},"
      + "\"usedImages\":[{\"name\":\"libobjc.A.dylib\"}],\"threads\":[\(threads.joined(separator: ","))]}"
    #expect(text.utf8.count > 100 << 10)
    #expect(diagnosis(text).kind == .observerDied)
  }

  @Test("a log that is a list in JSON is read to its end")
  func list() throws {
    let lines = Array(repeating: "loaded", count: 21_000) + [Self.removal]
    let bytes = Array(try JSONSerialization.data(withJSONObject: lines.map { ["message": $0] }))
    #expect(diagnosis(bytes).kind == .notRegistered)
  }

  @Test("a line of the app's own about a fatal error is no crash")
  func ownWords() {
    let text = Self.removal + "2026-11-28 App[1:2] Fatal error: the server is busy, trying again\n"
    #expect(diagnosis(text).kind == .notRegistered && diagnosis(text).log.crashes == 1)
    let swift = Self.removal + "App/Cart.swift:12: Fatal error: no cart\n"
    #expect(diagnosis(swift).sign.name == "fatal-error" && diagnosis(swift).log.crashes == 2)
  }

  @Test("what is kept of a long log is limited, whatever is in it")
  func memory() {
    var reader = LogReader()
    let noise = Array(Self.noise(80).utf8.prefix(reader.block))
    let crash = Array((Self.removal + Self.noise(80)).utf8.prefix(reader.block))
    for number in 0..<400 { reader.add(number % 3 == 0 ? crash : noise) }
    #expect(reader.text.utf8.count <= 1 << 20 && reader.count == 400 * reader.block)
  }

  @Test("a file's beginning and end are read, however long it is, and input without an end ends")
  func huge() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).log")
    defer { try? FileManager.default.removeItem(at: file) }
    try ("OS Version: iPhone OS 17.2\n" + Self.noise(100)).write(to: file, atomically: true, encoding: .utf8)
    let handle = try FileHandle(forWritingTo: file)
    // The file has a hole: it takes no room on the disk.
    try handle.seek(toOffset: 40 << 30)
    try handle.write(contentsOf: Data((Self.noise(700) + Self.removal + Self.noise(1)).utf8))
    try handle.close()
    for line in ["scenarios explain '\(file.path)'", "scenarios explain < '\(file.path)'"] {
      let run = try BuiltScenarios.shell(line)
      #expect(run.exitCode == 0 && run.lines.first == "An observer that was not registered was removed.")
      #expect(run.output.contains("system    iOS 17.2") && run.output.contains("The log has 419437"))
    }
    let endless = try BuiltScenarios.shell(
      "yes this is a line of a log that has no end and no crash in it | scenarios explain")
    #expect(endless.exitCode == 0 && endless.output.contains("Only the first 256 MB were read"))
    let zeros = try BuiltScenarios.run("explain", "/dev/zero")
    #expect(zeros.exitCode == 66 && zeros.errors.contains("nothing but zeros"))
  }
}

import Foundation
import TestSupport
import Testing

@testable import Explain
@testable import Workbench

@Suite("The text of a log", .watched)
struct ExplainTextTests {
  private let plain =
    "reason: 'Cannot remove an observer <View 0x1> for the key path \"date\" from <Clock 0x2> because it is not "
    + "registered as an observer.'"

  private func check(_ text: String, _ place: SourceLocation = #_sourceLocation) {
    check(Array(text.utf8), place)
  }

  private func check(_ bytes: [UInt8], _ place: SourceLocation = #_sourceLocation) {
    let diagnosis = Diagnosis(Log(bytes: bytes))
    #expect(diagnosis.kind == .notRegistered, sourceLocation: place)
    #expect(diagnosis.log.facts.keyPath == "date", sourceLocation: place)
    #expect(diagnosis.log.facts.observer?.className == "View", sourceLocation: place)
    #expect(diagnosis.log.facts.observed?.className == "Clock", sourceLocation: place)
  }

  @Test("quotes, entities, escapes, colours and margins do not matter")
  func forms() {
    check(plain)
    check(plain.replacing("'", with: "\u{2019}").replacing("\"", with: "\u{201D}"))
    check(plain.replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;"))
    check(plain.replacing("<", with: "&amp;lt;").replacing(">", with: "&amp;gt;"))
    check("{\"reason\": \"" + plain.replacing("\"", with: "\\\"") + "\"}")
    check("NSString *s = @\"" + plain.replacing("\"", with: "\\\"") + "\\n\";")
    check(plain.replacing("observer", with: "\u{1B}[31mobserver\u{1B}[0m"))
    check("> > " + plain.replacing(" for the", with: "\n> > for the"))
    check("```\r\n" + plain.replacing(" because", with: "\r\nbecause") + "\r\n```")
    check("<pre><code>" + plain.replacing("<", with: "&lt;") + "</code></pre><br/>")
    check(plain.replacing(" ", with: "\u{A0}"))
    check(plain.replacing("observer ", with: "obser\u{200B}ver "))
    check(
      plain.uppercased().replacing("VIEW", with: "View").replacing("CLOCK", with: "Clock")
        .replacing("\"DATE\"", with: "\"date\""))
  }

  @Test("every encoding that a log is saved in is read")
  func encodings() {
    check([0xEF, 0xBB, 0xBF] + Array(plain.utf8))
    let little = plain.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = plain.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    check([0xFF, 0xFE] + little)
    check([0xFE, 0xFF] + big)
    check(little)
    check(big)
    check(little.dropLast())
    // Windows-1252, with its own quotes.
    check(plain.utf8.flatMap { $0 == 0x27 ? [0x92] : $0 == 0x22 ? [0x94] : [$0] } + [0xE4, 0xF6])
  }

  /// The scalars that change a terminal or the direction of its text.
  private static let controls = [
    0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,
  ].joined().compactMap { Unicode.Scalar($0 as Int) }

  /// A scalar in every form that a log can have it in.
  private static func forms(of scalar: Unicode.Scalar) -> [[UInt8]] {
    let number = Int(scalar.value)
    func hex(_ width: Int) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let texts = [
      String(scalar), "\\u\(hex(4))", "\\\\u\(hex(4))", "\\U\(hex(8))", "\\u{\(hex(1))}", "\\x\(hex(2))",
      "\\\(String(number, radix: 8))", "&#\(number);", "&#x\(hex(1));", "&amp;#\(number);", "&amp;#x\(hex(1));",
      "\\u005cu\(hex(4))", "&#92;u\(hex(4))", "\u{1B}\(scalar)[31m",
    ]
    let raw = number < 256 ? [[UInt8(number)], [0xE4, 0xF6, 0xFC, UInt8(number)]] : []
    return texts.map { Array($0.utf8) } + raw
  }

  @Test("no character that controls a terminal is left in a log, in whatever form it is there")
  func controls() throws {
    for scalar in Self.controls {
      let forms = Self.forms(of: scalar)
      for (index, form) in forms.enumerated() {
        let text = TextEncoding.eightBit.text(Array("the ".utf8) + form + Array("end".utf8))
        let object = try JSONSerialization.data(withJSONObject: ["message": text])
        let report = try #require(JSONCrashReport.text(of: String(decoding: object, as: UTF8.self)))
        for log in [text, report] {
          let found = Cleaning.clean(log).unicodeScalars.filter {
            $0 != "\n" && $0 != "\t" && Self.controls.contains($0)
          }
          #expect(found.isEmpty, "\(String(scalar.value, radix: 16)), form \(index)")
        }
      }
    }
  }

  @Test("no character that controls a terminal is in an answer", arguments: ["\u{1B}", "\u{9B}", "\u{202E}", "\u{8}"])
  func answers(_ scalar: Unicode.Scalar) throws {
    for form in Self.forms(of: scalar).prefix(3) {
      func around(_ first: String, _ second: String) -> [UInt8] { Array(first.utf8) + form + Array(second.utf8) }
      let line =
        around("reason: 'Cannot remove an observer <Vi", "ew 0x1> for the key path \"") + around("da", "te\" from <Clo")
        + around("ck 0x2> because it is not registered as an observer.'\n3 App 0x1 -[Scr", "een sh]\n")
      let diagnosis = Diagnosis(Log(bytes: line))
      let json = try Explanation(diagnosis).json
      let values = try JSONSerialization.jsonObject(with: Data(json.utf8))
      let lines = ExplanationReport(Explanation(diagnosis), of: diagnosis, width: 80).lines
      // The JSON has a line for each value.
      let output = (lines.joined() + "\(values)\(json)").unicodeScalars.filter { $0 != "\n" }
      #expect(!output.contains(where: Self.controls.contains) && diagnosis.kind == .notRegistered)
    }
  }

  private func check(_ bytes: ArraySlice<UInt8>, _ place: SourceLocation = #_sourceLocation) {
    check(Array(bytes), place)
  }

  @Test("a report in JSON is read as one with lines")
  func report() {
    let text = """
      {"app_name":"App","os_version":"iPhone OS 16.2 (20C65)"}
      {"osVersion":{"train":"iPhone OS 16.2","build":"20C65"},"exception":{"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},
      "faultingThread":1,
      "usedImages":[{"name":"libobjc.A.dylib"},{"name":"Foundation"},{"name":"App"}],
      "threads":[{"frames":[{"imageIndex":2,"imageOffset":16,"symbol":"main","symbolLocation":4}]},
      {"triggered":true,"queue":"com.apple.root.default-qos","frames":[
      {"imageIndex":0,"imageOffset":16,"symbol":"objc_msgSend","symbolLocation":4},
      {"imageIndex":1,"imageOffset":16,"symbol":"NSKeyValueNotifyObserver","symbolLocation":4}]}]}
      """
    let diagnosis = Diagnosis(Log(text: text))
    #expect(diagnosis.kind == .observerDied && diagnosis.log.stack.isMain == false)
    #expect(diagnosis.log.facts.system?.text == "iOS 16.2")
  }

  /// A report with its head, of a crash below a function.
  private func report(_ function: String) -> String {
    """
    {"app_name":"App","bug_type":"309"}
    {
      "incident" : "\(function)", "exception" : {"type":"EXC_BAD_ACCESS","signal":"SIGSEGV"},
      "usedImages" : [{"name":"libobjc.A.dylib"}],
      "threads" : [{"triggered":true,"frames":[
    {"imageIndex":0,"symbol":"objc_msgSend"},
    {"imageIndex":0,"symbol":"\(function)"}]}]
    }
    """
  }

  @Test("a report in JSON is found with any line break, and between lines of text")
  func reportBetweenLines() {
    let report = report("NSKeyValueNotifyObserver")
    for text in [
      report.replacing("\n", with: "\r\n"), "here is my crash {\n" + report + "\nthanks!",
      self.report("Decoder.run()") + "\n" + report,
    ] {
      for log in [Log(text: text), Log(bytes: Array(text.utf8))] { #expect(Diagnosis(log).kind == .observerDied) }
    }
    #expect(Log(text: report + "\n" + self.report("Decoder.run()")).crashes == 2)
    #expect(Diagnosis(Log(text: report + "\n" + self.report("Decoder.run()"))).sign.name == "no-frame-of-observing")
  }

  @Test("a report in JSON that is cut, or too long, is said to be one, and not quoted")
  func unreadableReport() {
    let report = report("NSKeyValueNotifyObserver")
    let long = report.replacing(
      "\"incident\"", with: "\"pad\":\"\(String(repeating: "x", count: 17 << 20))\",\"incident\"")
    for text in [String(report.dropLast(30)), long] {
      let diagnosis = Diagnosis(Log(bytes: Array(text.utf8)))
      #expect(diagnosis.sign.name == "cut-report" && diagnosis.evidence.isEmpty && !diagnosis.log.hasSymbols)
    }
  }

  @Test("every numeric entity is read", arguments: ["&#60;", "&#x3C;", "&#x3c;", "&#060;"])
  func entities(_ entity: String) { check(plain.replacing("<", with: entity)) }

  @Test("the frames of a crash service in JSON, outermost first, are turned round")
  func service() {
    let text = """
      {"exception":{"values":[{"type":"NSRangeException","value":"cut","stacktrace":{"frames":[
      {"function":"main","package":"/a/App"},
      {"function":"-[NSObject(NSKeyValueObserverRegistration) _removeObserver:forProperty:]","package":"/f/Foundation"},
      {"function":"objc_exception_throw","package":"libobjc"}]}}]}}
      """
    #expect(Diagnosis(Log(text: text)).kind == .notRegistered)
  }

  @Test(
    "the name of a function is found in every form of a frame",
    arguments: [
      "3   Foundation   0x000000010d787518 -[A b:] + 493", "3  Foundation  0x183ea60a8 -[A b:]",
      "    frame #2: 0x0104f3ed Foundation`-[A b:] + 538",
      "  * frame #0: 0x01c48dd9 Foundation`-[A b:](self=0x09) + 144",
      "#4\t0x0000000100c8abd8 in -[A b:] ()", "#0\t(null) in -[A b:] ()", "3 Foundation | -[A b:] + 176",
      "3 Foundation -[A b:] + 176", "-[A b:]", "3  App  0x10014ea28 -[A b:] (A.m:141)",
      "0x1002bcc28 -[A b:] (A.m:74)", "    #0 -[A b:] A.m:12 (App:x86_64+0x1000)", "A;b:;A.m;191",
      "2 Foundation +0x99cf0 -[A b:]", "2 Foundation 6505732568 -[A b:]",
    ])
  func frames(_ line: String) throws {
    #expect(try #require(Frame(line[...])).symbol == "-[A b:]")
  }

  @Test(
    "a line that is no frame is none",
    arguments: [
      "*** -[A retain]: message sent to deallocated instance 0x1", "2016-02-16 11:17:27.938 Example[2945:37781] hello",
      "An instance 0x7fb of class UIView was deallocated", "OS Version: iOS 17.2.1 (21C66)", "", "hello",
      "1 apples are red", "3 users saw the screen", "2024 App log: started", " 4021 ttys000    0:00.03 -zsh",
      "12 (twelve) of them", "1 file(s) copied", "3 apples + 2 pears", "\"symbol\" : \"-[A b:]\",",
      "0x104a00000 -        0x104a7ffff KVOController arm64",
      "Key path: isOffline", "0x19c0e2000 - 0x19c0fffff libswiftObservation.dylib arm64e",
    ])
  func noFrames(_ line: String) { #expect(Frame(line[...]) == nil) }
}

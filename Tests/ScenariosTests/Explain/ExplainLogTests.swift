import Foundation
import TestSupport
import Testing

@testable import Explain
@testable import Scenarios

@Suite("Explaining logs", .watched)
struct ExplainLogTests {
  private func explanation(_ folder: String, _ name: String) throws -> Explanation {
    Explanation(Diagnosis(Log(text: try ExplainLogs.text(folder, name))))
  }

  @Test("a real log is the kind that its thread established", arguments: ExplainLogs.real.keys.sorted())
  func real(_ name: String) throws {
    let explanation = try explanation("real", name)
    let possible = Set(explanation.possible.map(\.kind.rawValue))
    let expected = Set(ExplainLogs.real[name] ?? []).subtracting(ExplainLogs.unreadable[name] ?? [])
    if expected.contains("cannot-tell") {
      // A kind beside it may be named as possible, and must not be claimed.
      #expect(explanation.answer == "cannot-tell")
      #expect(expected.subtracting(["cannot-tell"]).isSubset(of: possible.union(explanation.tags)))
    } else if expected.contains("not-kvo") {
      #expect(explanation.answer == "not-observing" && explanation.kind == nil && possible.isEmpty)
    } else if expected.isEmpty {
      #expect(explanation.answer == "cannot-tell")
    } else {
      #expect(explanation.answer == "observing" && expected.isSubset(of: explanation.tags))
    }
  }

  @Test("a log of our own is what it was written as", arguments: ExplainLogs.own.keys.sorted())
  func own(_ name: String) throws {
    let explanation = try explanation("own", name)
    let expected = ExplainLogs.own[name] ?? []
    let found = Set(explanation.tags)
    #expect(found.contains(expected[0]), "\(explanation.rule)")
    #expect(Set(expected).isSubset(of: found.union(explanation.possible.map(\.kind.rawValue))))
  }

  @Test("a further real log is what a reader took it for", arguments: ExplainFurtherLogs.all.keys.sorted())
  func further(_ name: String) throws {
    let entry = try #require(ExplainFurtherLogs.all[name])
    let explanation = try explanation("real2", name)
    let (found, possible) = (Set(explanation.tags), Set(explanation.possible.map(\.kind.rawValue)))
    #expect(found.contains(entry.expected[0]), "\(explanation.rule)")
    #expect(Set(entry.expected).isSubset(of: found.union(possible)))
    if entry.expected[0] == "not-kvo" { #expect(possible.isEmpty) }
    #expect(!entry.source.isEmpty)
  }

  @Test("a report fits a screen and a half, unless the log speaks for more")
  func length() throws {
    for (folder, name) in ExplainLogs.all {
      let diagnosis = Diagnosis(Log(text: try ExplainLogs.text(folder, name)))
      let lines = ExplanationReport(Explanation(diagnosis), of: diagnosis, width: 100).lines
      #expect(lines.count <= 54, "\(name): \(lines.count)")
      let causes = lines.count { $0.hasPrefix("  -  ") && !$0.contains("less often") || $0.hasPrefix("  => ") }
      #expect(causes <= max(3, Explanation(diagnosis).causes.count(where: \.indicated)), "\(name)")
    }
  }

  @Test("no log begins with a header, and every file has an expectation")
  func files() throws {
    let further = ExplainFurtherLogs.all.mapValues(\.expected)
    for (folder, table) in [("real", ExplainLogs.real), ("own", ExplainLogs.own), ("real2", further)] {
      let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Logs/\(folder)")
      let files = try FileManager.default.contentsOfDirectory(atPath: path.path)
      #expect(Set(files) == Set(table.keys.map { "\($0).log" }))
      for name in table.keys {
        let text = try ExplainLogs.text(folder, name)
        let lines = text.split(separator: "\n")
        #expect(!text.contains("# expected") && (folder != "real2" || lines.count <= 60))
      }
    }
  }

  @Test("every report fits its width, unless a word does not", arguments: [50, 80])
  func widths(_ width: Int) throws {
    for (folder, name) in ExplainLogs.all {
      let diagnosis = Diagnosis(Log(text: try ExplainLogs.text(folder, name)))
      for line in ExplanationReport(Explanation(diagnosis), of: diagnosis, width: width).lines where line.count > width
      {
        #expect(line.split(separator: " ").contains { $0.count > width - 12 }, "\(name): \(line)")
      }
    }
  }

  @Test("the JSON of every explanation follows the schema")
  func schema() throws {
    let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/Scenarios/Report/schema.json")
    let validator = try SchemaValidator(schema: Data(contentsOf: schema))
    for (folder, name) in ExplainLogs.all {
      let json = try explanation(folder, name).json
      #expect(try validator.problems(in: Data(json.utf8)) == [], "\(name)")
    }
  }

  @Test("every claim quotes the log that it is made about")
  func evidence() throws {
    for (folder, name) in ExplainLogs.all {
      let explanation = try explanation(folder, name)
      if explanation.kind != nil { #expect(!explanation.evidence.isEmpty, "\(name)") }
      #expect(!explanation.because.isEmpty && !explanation.next.isEmpty, "\(name)")
    }
  }

  @Test("observed object, observer, key path, options and context are read out")
  func facts() throws {
    let died = Log(text: try ExplainLogs.text("real", "mlpautocomplete-110")).facts
    #expect(died.observed == Facts.Object(className: "MLPAutoCompleteTextField", address: "0x7a26a140"))
    #expect(died.observesItself && died.registrations.count == 4 && died.isNested)
    #expect(died.registrations[1].keyPath == "autoCompleteTableView.hidden")
    #expect(died.registrations[1].options == ["new"] && died.registrations[1].context == "0x0")

    let removed = Log(text: try ExplainLogs.text("real", "wordpress-8801")).facts
    #expect(removed.observer == Facts.Object(className: "WordPress.WebKitViewController", address: "0x10c003ce0"))
    #expect(removed.observed?.className == "WKWebView" && removed.keyPath == "title")

    let unhandled = Log(text: try ExplainLogs.text("real", "ponydebugger-27")).facts
    #expect(unhandled.observer?.className == "PDDOMDomainController" && unhandled.keyPath == "frame")
    #expect(unhandled.observed?.className == "UIImageView" && unhandled.context == "0x0")

    let swapped = Log(text: try ExplainLogs.text("real", "sketch-measure-80")).facts
    #expect(swapped.observer?.className == "NSAutounbinderObservance" && swapped.key == "objectValue")
    #expect(swapped.keyPath == "objectValue.nodeName" && swapped.system?.text == "macOS 10.11")
    #expect(swapped.mediator?.name == "Cocoa bindings")

    let missing = Log(text: try ExplainLogs.text("real", "jjexception-8")).facts
    #expect(missing.keyPath == "test1" && missing.options == ["new", "initial"] && missing.context == "0x0")

    let collection = Log(text: try ExplainLogs.text("real", "cappuccino-1501")).facts
    #expect(collection.observed?.className == "__NSArrayM" && collection.keyPath == "children")
  }

  @Test(
    "the system of a log tells the era",
    arguments: [
      ("OS Version: iPhone OS 9.3.5 (13G36)", "classic"), ("OS Version: Mac OS X 10.12.6 (16G29)", "classic"),
      ("OS Version: OS X 10.10.5", "classic"), ("watchOS 3.2", "classic"), ("tvOS 10.2", "classic"),
      ("OS Version: macOS 10.13.6", "iOS 11 to iOS 17"), ("iOS 13.7", "iOS 11 to iOS 17"),
      ("OS Version: macOS 14.3 (23D56)", "iOS 11 to iOS 17"), ("watchOS 4.1", "iOS 11 to iOS 17"),
      ("Darwin Kernel Version 17.5.0", "iOS 11 to iOS 17"), ("visionOS 1.1", "iOS 11 to iOS 17"),
      ("\"osVersion\": {\"train\": \"iPhone OS 18.0\"}", "current"), ("macOS 15.1", "current"),
      ("macOS 26.0", "current"), ("watchOS 11.0", "current"), ("visionOS 2.0", "current"),
      ("OS Version: OS X 10.9.5", "before iOS 8"), ("iPhone OS 6.1.3 (10B329)", "before iOS 8"),
    ])
  func eras(_ text: String, _ era: String) throws {
    let system = try #require(Log(text: text).facts.system)
    #expect(system.eraName == era)
  }

  @Test(
    "a text without a system has no era", arguments: ["", "version 3.2", "Studios 14.2", "iOS", "Version: 1.0 (9)"])
  func noEra(_ text: String) { #expect(Log(text: text).facts.system == nil) }

  @Test("the JSON has the same facts, under keys that stay")
  func json() throws {
    let diagnosis = Diagnosis(Log(text: try ExplainLogs.text("real", "sparkle-1293")))
    let value = try JSONSerialization.jsonObject(with: Data(try Explanation(diagnosis).json.utf8))
    let object = try #require(value as? [String: Any])
    #expect(object["version"] as? Int == 1)
    #expect(object["answer"] as? String == "observing")
    let signs = try #require(object["signs"] as? [[String: Any]])
    #expect(signs.first?["weight"] as? String == "proof" && (signs.first?["rulesOut"] as? [String])?.count == 18)
    #expect(object["kind"] as? String == "observed-died-observed")
    let facts = try #require(object["facts"] as? [String: Any])
    #expect(facts["keyPath"] as? String == "effectiveAppearance")
    #expect((facts["observed"] as? [String: Any])?["class"] as? String == "WebView")
    let cards = try #require(object["cards"] as? [[String: Any]])
    #expect(cards.first?["atlas"] as? String == "atlas.html#LIF-1")
    #expect(cards.first?["page"] as? String == "./scenarios atlas -o LIF-1.html LIF-1")
    #expect(
      Set(object.keys).isSuperset(of: [
        "version", "answer", "tags", "summary", "because", "rule", "evidence", "possible", "facts", "causes", "next",
        "cards", "cut",
      ]))
  }

  @Test("the era of the system adds a note where it changes what to look for")
  func eraNotes() {
    let died = "was deallocated while key value observers were still registered with it"
    func note(_ text: String) -> String? { Explanation(Diagnosis(Log(text: text))).eraNote }
    #expect(note("OS Version: iPhone OS 9.3\n\(died)")?.contains("raise for every registration") == true)
    #expect(note("OS Version: iPhone OS 12.1\n\(died)")?.contains("does not meet these conditions") == true)
    #expect(note("OS Version: iPhone OS 6.1\n\(died)")?.contains("log it") == true)
    #expect(note(died) == nil && note("OS Version: iPhone OS 9.3") == nil)
  }

  @Test(
    "whether a deallocated observer is skipped is known from iOS 18 on",
    arguments: [
      ("OS Version: iPhone OS 18.0", true), ("OS Version: iPhone OS 26.1", true), ("tvOS 18.2", true),
      ("OS Version: iPhone OS 17.2", false), ("OS Version: iPhone OS 14.0", false), ("OS Version: macOS 15.1", false),
    ])
  func skipping(_ system: String, _ isSeen: Bool) throws {
    let freed = "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n1 F 0x1 NSKeyValueNotifyObserver + 1"
    let note = try #require(Explanation(Diagnosis(Log(text: "\(system)\n\(freed)"))).eraNote)
    #expect(note.contains("is not known") == !isSeen && note.contains("iOS 18.0"))
  }

  @Test("an observer 0x0 is one that is gone: another object, or the observed object itself")
  func goneObserver() throws {
    let log = Log(text: try ExplainLogs.text("real2", "weibox-2656"))
    #expect(log.facts.hasGoneObserver && !log.facts.observesItself && log.facts.registrations.count == 4)
    let explanation = Explanation(Diagnosis(log))
    #expect(explanation.rule == "observer-is-gone")
    let indicated = explanation.causes.filter(\.indicated).compactMap(\.card)
    #expect(Set(indicated).isSuperset(of: ["LIF-5", "LIF-3", "LIF-2"]))
    // Five years earlier, the same layer observed itself by its address.
    let earlier = Explanation(Diagnosis(Log(text: try ExplainLogs.text("real2", "weibox-1767"))))
    #expect(earlier.rule == "deallocated-while-observed" && earlier.facts.observesItself)
    #expect(!earlier.causes.contains { $0.card == "LIF-3" })
  }

  @Test("a sure conclusion is stated plainly, and another one says so")
  func certainty() {
    #expect(Explanation.sentence("a key is wrong", or: []) == "A key is wrong.")
    #expect(
      Explanation.sentence("a key is wrong", or: ["two are", "all are"])
        == "It can be this: a key is wrong. Or this: two are; or all are.")
  }

  @Test("the frames that are quoted begin with the innermost one")
  func topFrame() throws {
    let explanation = try explanation("own", "unwrap-in-callback")
    #expect(explanation.evidence.first?.contains("Swift runtime failure") == true)
  }
}

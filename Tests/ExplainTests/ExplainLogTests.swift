import Foundation
import TestSupport
import Testing

@testable import Explain
@testable import Workbench

@Suite("Explaining logs", .watched)
struct ExplainLogTests {
  /// What an answer is worth.
  private enum Verdict {
    case right, honest, wrong
  }

  private func verdict(on log: LabelledLog) -> Verdict {
    let explanation = log.explanation
    let allowed = Set(log.expected + log.alternatives)
    switch explanation.answer {
    case "observing": return explanation.tags.contains(where: allowed.contains) ? .right : .wrong
    case "not-observing": return allowed.contains("not-kvo") ? .right : .wrong
    default:
      if log.expected.contains("cannot-tell") { return .right }
      return explanation.possible.contains { allowed.contains($0.kind.rawValue) } ? .right : .honest
    }
  }

  @Test(
    "an answer names the cause of its log, and claims nothing that the thread contradicts", arguments: LabelledLog.all)
  func answers(_ log: LabelledLog) throws {
    let explanation = log.explanation
    guard log.isStrict else {
      #expect(verdict(on: log) != .wrong, "\(explanation.summary)")
      return
    }
    let first = try #require(log.expected.first)
    let possible = explanation.possible.map(\.kind.rawValue)
    let answer = ["cannot-tell": "cannot-tell", "not-kvo": "not-observing"][first] ?? "observing"
    #expect(explanation.answer == answer && explanation.tags.contains(first), "\(explanation.rule)")
    #expect((explanation.kind != nil) == (answer == "observing"))
    #expect(Set(log.expected).isSubset(of: explanation.tags + possible))
    if first == "not-kvo" { #expect(possible.isEmpty) }
  }

  @Test("nine of ten answers name the cause, of the logs that need not be answered exactly")
  func share() {
    let logs = LabelledLog.all.filter { !$0.isStrict }
    let right = logs.count { verdict(on: $0) == .right }
    #expect(right * 10 >= logs.count * 9, "\(right) of \(logs.count)")
  }

  @Test("there are logs, each with an id, a source and a label, and no log has a header in it")
  func files() {
    let logs = LabelledLog.all
    #expect(logs.count >= 279 && logs.count(where: \.isStrict) >= 227)
    #expect(Set(logs.map(\.id)).count == logs.count)
    for log in logs {
      #expect(!log.expected.isEmpty && !log.source.isEmpty && !log.text.isEmpty, "\(log.id)")
      #expect(!log.text.contains(#/(?m)^(# )?expected/#), "\(log.id)")
      #expect(log.text.split(separator: "\n").count <= 60, "\(log.id)")
    }
  }

  @Test("no log is among the blind ones too, under whatever name")
  func apart() {
    let blind = LabelledLog.logs(in: "blind.txt")
    #expect(blind.count >= 25)
    let all = LabelledLog.all.map { (id: $0.id, lines: longLines(of: $0)) }
    for log in blind {
      let lines = longLines(of: log)
      // The functions of Foundation are the same in many logs.
      let twin = all.first { $0.lines.intersection(lines).count * 5 > lines.count * 4 }
      #expect(twin == nil, "\(log.id) is \(twin?.id ?? "")")
    }
  }

  /// The lines that tell a log from another one, without addresses and numbers.
  private func longLines(of log: LabelledLog) -> Set<String> {
    Set(
      log.text.split(separator: "\n").filter { $0.count > 40 }.map {
        $0.replacing(#/0x[0-9a-f]+|\d+/#, with: "#").trimmingCharacters(in: .whitespaces)
      })
  }

  @Test("a report fits a screen and a half, unless the log speaks for more")
  func length() {
    for log in LabelledLog.all {
      let (diagnosis, explanation) = (log.diagnosis, log.explanation)
      let lines = ExplanationReport(explanation, of: diagnosis, width: 100).lines
      #expect(lines.count <= 54, "\(log.id): \(lines.count)")
      let causes = lines.count { $0.hasPrefix("  -  ") && !$0.contains("less often") || $0.hasPrefix("  => ") }
      #expect(causes <= max(3, explanation.causes.count(where: \.indicated)), "\(log.id)")
    }
  }

  @Test("every report fits its width, unless a word does not", arguments: [50, 80])
  func widths(_ width: Int) {
    for log in LabelledLog.all {
      let lines = ExplanationReport(log.explanation, of: log.diagnosis, width: width).lines
      for line in lines where line.count > width {
        #expect(line.split(separator: " ").contains { $0.count > width - 12 }, "\(log.id): \(line)")
      }
    }
  }

  @Test("every claim quotes the log that it is made about")
  func evidence() {
    for log in LabelledLog.all {
      let explanation = log.explanation
      if explanation.kind != nil { #expect(!explanation.evidence.isEmpty, "\(log.id)") }
      #expect(!explanation.because.isEmpty && !explanation.next.isEmpty, "\(log.id)")
    }
  }

  @Test("observed object, observer, key path, options and context are read out")
  func facts() throws {
    let died = try LabelledLog.named("mlpautocomplete-110").log.facts
    #expect(died.observed == Facts.Object(className: "MLPAutoCompleteTextField", address: "0x7a26a140"))
    #expect(died.observesItself && died.registrations.count == 4 && died.isNested)
    #expect(died.registrations[1].keyPath == "autoCompleteTableView.hidden")
    #expect(died.registrations[1].options == ["new"] && died.registrations[1].context == "0x0")

    let removed = try LabelledLog.named("wordpress-8801").log.facts
    #expect(removed.observer == Facts.Object(className: "WordPress.WebKitViewController", address: "0x10c003ce0"))
    #expect(removed.observed?.className == "WKWebView" && removed.keyPath == "title")

    let unhandled = try LabelledLog.named("ponydebugger-27").log.facts
    #expect(unhandled.observer?.className == "PDDOMDomainController" && unhandled.keyPath == "frame")
    #expect(unhandled.observed?.className == "UIImageView" && unhandled.context == "0x0")

    let swapped = try LabelledLog.named("sketch-measure-80").log.facts
    #expect(swapped.observer?.className == "NSAutounbinderObservance" && swapped.key == "objectValue")
    #expect(swapped.keyPath == "objectValue.nodeName" && swapped.system?.text == "macOS 10.11")
    #expect(swapped.mediator?.name == "Cocoa bindings")

    let missing = try LabelledLog.named("jjexception-8").log.facts
    #expect(missing.keyPath == "test1" && missing.options == ["new", "initial"] && missing.context == "0x0")

    let collection = try LabelledLog.named("cappuccino-1501").log.facts
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
    let diagnosis = try LabelledLog.named("sparkle-1293").diagnosis
    let value = try JSONSerialization.jsonObject(with: Data(try Explanation(diagnosis).json.utf8))
    let object = try #require(value as? [String: Any])
    #expect(object["version"] as? Int == 2)
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
    #expect(note("OS Version: iPhone OS 12.1\n\(died)")?.contains("cleans up by itself, unless") == true)
    let current = note("OS Version: iPhone OS 18.3\n\(died)")
    #expect(current?.contains("cleans up by itself, unless") == true && current?.contains("automatic") == false)
    #expect(note("OS Version: iPhone OS 6.1\n\(died)")?.contains("log it") == true)
    #expect(note(died) == nil && note("OS Version: iPhone OS 9.3") == nil)
  }

  @Test(
    "from iOS 18 and macOS 15 on, a deallocated observer is not the first thing to look for",
    arguments: [
      ("OS Version: iPhone OS 18.0", true), ("OS Version: iPhone OS 26.1", true), ("tvOS 18.2", true),
      ("OS Version: iPhone OS 17.2", false), ("OS Version: iPhone OS 14.0", false), ("OS Version: macOS 15.5", true),
    ])
  func skipping(_ system: String, _ isSeen: Bool) throws {
    let freed = "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n1 F 0x1 NSKeyValueNotifyObserver + 1"
    let note = try #require(Explanation(Diagnosis(Log(text: "\(system)\n\(freed)"))).eraNote)
    #expect(note.contains("Look for an over-release") == isSeen)
    #expect(note.contains(system.contains("macOS") ? "macOS 15.4.1" : "iOS 18.0"))
  }

  @Test("an observer 0x0 is one that is gone: another object, or the observed object itself")
  func goneObserver() throws {
    let log = try LabelledLog.named("weibox-2656").log
    #expect(log.facts.hasGoneObserver && !log.facts.observesItself && log.facts.registrations.count == 4)
    let explanation = Explanation(Diagnosis(log))
    #expect(explanation.rule == "observer-is-gone")
    let indicated = explanation.causes.filter(\.indicated).compactMap(\.card)
    #expect(Set(indicated).isSuperset(of: ["LIF-5", "LIF-3", "LIF-2"]))
    // Five years earlier, the same layer observed itself by its address.
    let earlier = try LabelledLog.named("weibox-1767").explanation
    #expect(earlier.rule == "deallocated-while-observed" && earlier.facts.observesItself)
    #expect(!earlier.causes.contains { $0.card == "LIF-3" })
  }

  @Test("of FBKVOController's own observer, only what can happen to it is a cause, and its calls are searched for")
  func sharedController() throws {
    let explanation = try LabelledLog.named("fbkvo-removal").explanation
    #expect(explanation.causes.prefix(3).map(\.card) == [nil, "KEY-9", "REM-7"])
    #expect(explanation.causes.prefix(3).allSatisfy(\.indicated) && !explanation.causes.contains { $0.card == "REM-3" })
    #expect(explanation.search.first == "keyPath:@\"player.rate\" in a call of observe: where it is registered")
    #expect(!explanation.next.contains { $0.hasPrefix("Find the add with") })
    let own = try LabelledLog.named("wrong-context").explanation
    #expect(own.causes.contains { $0.card == "REM-3" } && !own.causes.contains { $0.card == "KEY-9" })
  }

  @Test("an observer's own method that FBKVOController calls has the observer's own context")
  func passedOn() throws {
    let text = """
      reason: '<Screen: 0x1045a7c10>: An -observeValueForKeyPath:ofObject:change:context: message was received but not \
      handled. Key path: rate Observed object: <Player: 0x283d01a40> Change: {kind = 1; new = 1;} Context: 0x0'
      2 Foundation 0x1 -[NSObject(NSKeyValueObserving) observeValueForKeyPath:ofObject:change:context:] + 280
      3 App 0x1 -[_FBKVOSharedController observeValueForKeyPath:ofObject:change:context:] + 404
      4 Foundation 0x1 NSKeyValueNotifyObserver + 300
      """
    let explanation = Explanation(Diagnosis(Log(text: text)))
    #expect(explanation.kind == .unhandled)
    #expect(explanation.causes.first?.indicated == true && explanation.causes.first?.cause.contains("neither") == true)
    #expect(!explanation.next.contains { $0.contains("CONTEXT") })
    #expect(explanation.search.first?.contains("keyPath:@\"rate\"") == true)
  }

  @Test("a token is advised where there is Swift, or where the log does not tell")
  func tokens() throws {
    func isAdvised(_ frame: String) -> Bool {
      let text = """
        Cannot remove an observer <Screen 0x1> for the key path "date" from <Clock 0x2> because it is not registered as \
        an observer.
        2 Foundation 0x1 -[NSObject(NSKeyValueObserverRegistration) removeObserver:forKeyPath:] + 8
        \(frame)
        """
      return Explanation(Diagnosis(Log(text: text))).next.contains { $0.hasPrefix("Use a token") }
    }
    #expect(!isAdvised("3 App 0x1 -[Screen dealloc] + 8") && isAdvised(""))
    #expect(isAdvised("3 App 0x1 $s3App6ScreenCfD + 8") && isAdvised("3 App 0x1 @objc Screen.viewDidLoad() + 8"))
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
    let explanation = try LabelledLog.named("unwrap-in-callback").explanation
    #expect(explanation.evidence.first?.contains("Swift runtime failure") == true)
  }
}

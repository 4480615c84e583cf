import ManagedObserving
import RawObserving
import Testing

/// What becomes of a second observation of the same key path of the same object.
@Suite("Duplicates with a say", .watched) struct DuplicateTests {
  private let clock = Clock()
  private let view = ClockView()

  private var controller: KVOController<ClockView> { view.kvoController }

  @Test("ignore: the first stays, and the token of the second is not active")
  func ignore() {
    var heard: [String] = []
    let first = controller.observe(clock, \.$date) { _, _, _ in heard.append("first") }
    let second = controller.observe(clock, \.$date) { _, _, _ in heard.append("second") }
    clock.date = 1
    #expect(heard == ["first"])
    #expect(first.isActive && !second.isActive)
    second.cancel()
    clock.date = 2
    #expect(heard == ["first", "first"], "a token ends its own observation only")
  }

  @Test("replace: the second takes the place of the first, with its own options")
  func replace() {
    var heard: [String] = []
    let first = controller.observe(clock, \.$date) { _, _, _ in heard.append("first") }
    let second = controller.observe(
      clock, \.$date, options: .initial, duplicates: .replace
    ) { _, _, change in heard.append("second \(change.value)") }
    clock.date = 1
    #expect(heard == ["second 0", "second 1"])
    #expect(!first.isActive && second.isActive)
    #expect(controller.activeObservations.map(\.options) == [[.initial, .new]])
  }

  @Test("add: both are told, a token ends its own, and unobserving ends both")
  func add() {
    var heard: [String] = []
    let first = controller.observe(clock, \.$date, duplicates: .add) { _, _, _ in
      heard.append("first")
    }
    controller.observe(clock, \.$date, duplicates: .add) { _, _, _ in heard.append("second") }
    controller.observe(clock, keyPath: "date", duplicates: .add) { _, _, _ in heard.append("third")
    }
    clock.date = 1
    #expect(heard.sorted() == ["first", "second", "third"])
    first.cancel()
    heard = []
    clock.date = 2
    #expect(heard.sorted() == ["second", "third"])
    controller.unobserve(clock, \.$date)
    heard = []
    clock.date = 3
    #expect(heard.isEmpty && clock.activeObservations.isEmpty)
  }

  @Test("replace after add leaves the newest alone")
  func replaceAfterAdd() {
    var heard: [Int] = []
    for number in 1...3 {
      controller.observe(clock, \.$date, duplicates: .add) { _, _, _ in heard.append(number) }
    }
    controller.observe(clock, \.$date, duplicates: .replace) { _, _, _ in heard.append(4) }
    clock.date = 1
    #expect(heard == [4])
  }

  @Test("report: the call throws, says why, and observes nothing")
  func report() throws {
    var calls = 0
    try controller.observe(clock, \.$date, duplicates: .report) { _, _, _ in calls += 1 }
    #expect(throws: ObservationError.alreadyObserved(keyPath: "date")) {
      try controller.observe(clock, keyPath: "date", duplicates: .report) { _, _, _ in calls += 10 }
    }
    #expect(throws: ObservationError.noObject) {
      try controller.observe(nil as Clock?, \.$date, duplicates: .report) { _, _, _ in }
    }
    #expect(throws: ObservationError.noObject) {
      try controller.observe(
        nil as Clock?, keyPaths: ["date"], duplicates: .report
      ) { view, _, change in view.valueDidChange(change) }
    }
    clock.date = 1
    #expect(calls == 1)
    #expect("\(ObservationError.alreadyObserved(keyPath: "date"))".contains(#""date""#))
    #expect("\(ObservationError.noObject)".contains("nil"))
  }

  @Test(
    "report, several key paths: none is observed if one is there already, or named twice",
    arguments: [["zone", "date"], ["zone", "zone"]])
  func reportSeveral(keyPaths: [String]) {
    let first = controller.observe(clock, \.$date, action: ClockView.valueDidChange)
    #expect(throws: ObservationError.alreadyObserved(keyPath: keyPaths[1])) {
      try controller.observe(
        clock, keyPaths: keyPaths, duplicates: .report
      ) { view, _, change in view.valueDidChange(change) }
    }
    #expect(controller.activeObservations.map(\.token) == [first])
  }

  @Test("report, with a thousand key paths, one by one and in one call")
  func reportMany() throws {
    let keyPaths = (0..<1_000).map { "key\($0)" }
    for keyPath in keyPaths {
      try controller.observe(clock, keyPath: keyPath, duplicates: .report) { _, _, _ in }
    }
    #expect(throws: ObservationError.alreadyObserved(keyPath: "key999")) {
      try controller.observe(clock, keyPath: "key999", duplicates: .report) { _, _, _ in }
    }
    controller.unobserveAll()
    let tokens = try controller.observe(clock, keyPaths: keyPaths, duplicates: .report) { _, _, _ in
    }
    #expect(tokens.allSatisfy { $0.isActive })
  }

  @Test("without an object nothing happens, and the token is not active")
  func noObject() {
    let token = controller.observe(nil as Clock?, \.$date) { _, _, _ in }
    let tokens = controller.observe(
      nil as Clock?, keyPaths: ["date", "zone"]
    ) { view, _, change in view.valueDidChange(change) }
    #expect(!token.isActive && tokens.count == 2 && !tokens[0].isActive)
    token.cancel()
  }

  @Test("report, several key paths, none of them there: all are observed")
  func reportNothing() throws {
    let tokens = try controller.observe(
      clock, keyPaths: ["date", "zone"], duplicates: .report
    ) { view, _, change in view.valueDidChange(change) }
    #expect(tokens.map(\.isActive) == [true, true])
    clock.date = 1
    clock.zone = "UTC"
    #expect(view.actions.count == 2)
  }
}

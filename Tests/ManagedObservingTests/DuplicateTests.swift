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

  @Test("several key paths, one of them observed already: its token alone is not active")
  func several() {
    let first = controller.observe(clock, \.$date) { $0.valueDidChange($2) }
    let tokens = controller.observe(clock, keyPaths: ["zone", "date", "ticks"]) { view, _, change in
      view.valueDidChange(change)
    }
    #expect(tokens.map(\.isActive) == [true, false, true])
    #expect(Set(controller.activeObservations.map(\.token)) == [first, tokens[0], tokens[2]])
    clock.date = 1
    clock.zone = "UTC"
    clock.tick()
    #expect(view.actions.count == 3)
    tokens[1].cancel()
    #expect(first.isActive, "the token of a dropped observation ends nothing")
  }

  @Test("a key path that is named twice in one call", arguments: [DuplicatePolicy.ignore, .replace, .add])
  func namedTwice(duplicates: DuplicatePolicy) {
    let tokens = controller.observe(clock, keyPaths: ["zone", "zone"], duplicates: duplicates) { view, _, change in
      view.valueDidChange(change)
    }
    clock.zone = "UTC"
    switch duplicates {
    case .ignore: #expect(tokens.map(\.isActive) == [true, false] && view.actions.count == 1)
    case .replace: #expect(tokens.map(\.isActive) == [false, true] && view.actions.count == 1)
    case .add: #expect(tokens.map(\.isActive) == [true, true] && view.actions.count == 2)
    }
  }

  @Test("a thousand key paths, one by one and in one call; a duplicate among them is dropped")
  func many() {
    let keyPaths = (0..<1_000).map { "key\($0)" }
    for keyPath in keyPaths {
      #expect(controller.observe(clock, keyPath: keyPath) { _, _, _ in }.isActive)
    }
    #expect(!controller.observe(clock, keyPath: "key999") { _, _, _ in }.isActive)
    #expect(controller.activeObservations.count == 1_000)
    controller.unobserveAll()
    let tokens = controller.observe(clock, keyPaths: keyPaths) { _, _, _ in }
    #expect(tokens.allSatisfy { $0.isActive })
    #expect(!controller.observe(clock, keyPaths: keyPaths) { _, _, _ in }.contains { $0.isActive })
  }

  @Test("without an object, or an observer, nothing happens, and the token is not active")
  func noObject() {
    let token = controller.observe(nil as Clock?, \.$date) { _, _, _ in }
    let tokens = controller.observe(nil as Clock?, keyPaths: ["date", "zone"]) { view, _, change in
      view.valueDidChange(change)
    }
    #expect(!token.isActive && tokens.map(\.isActive) == [false, false])
    token.cancel()
    #expect(controller.observe(clock, \.$date) { _, _, _ in }.isActive, "it was no duplicate")
    let without = KVOController<ClockView>(observer: nil)
    #expect(!without.observe(clock, \.$date) { _, _, _ in Issue.record("called") }.isActive)
    clock.date = 1
  }

  @Test("several key paths, none of them there: all are observed")
  func severalNew() {
    let tokens = controller.observe(clock, keyPaths: ["date", "zone"]) { view, _, change in
      view.valueDidChange(change)
    }
    #expect(tokens.map(\.isActive) == [true, true])
    clock.date = 1
    clock.zone = "UTC"
    #expect(view.actions.count == 2)
  }
}

import Foundation
import ManagedObserving
import RawObserving
import Testing

@Suite("Typed key paths") struct TypedKeyPathTests {
  private let clock = Clock()
  private let view = TypedView()
  private let controller: KVOController

  init() {
    controller = KVOController(observer: view)
  }

  /// An observer with an action of each form.
  private final class TypedView {
    var count = 0
    var changes: [Change<Int>] = []
    var clocks: [Clock] = []

    func dateDidChange() { count += 1 }
    func dateChanged(_ change: Change<Int>) { changes.append(change) }
    func dateChanged(_ change: Change<Int>, of clock: Clock) {
      changes.append(change)
      clocks.append(clock)
    }
  }

  // MARK: The forms

  @Test("a closure gets the observer, the object and a typed change")
  func closure() {
    var heard: [Change<Int>] = []
    controller.observe(clock, \.date, options: [.initial, .new, .old, .prior]) {
      [clock] (view: TypedView, observed, change) in
      #expect(observed === clock)
      view.count += 1
      heard.append(change)
    }
    clock.date = 7
    #expect(view.count == 3)
    #expect(heard.map(\.newValue) == [0, nil, 7])
    #expect(heard.map(\.oldValue) == [nil, 0, 0])
    #expect(heard.map(\.isPrior) == [false, true, false])
    #expect(heard.allSatisfy { $0.keyPath == "date" && $0.kind == .setting && $0.indexes == nil })
  }

  @Test("a closure without annotations, in each form, where the observer's type does not matter")
  func unannotated() {
    var heard: [String] = []
    controller.observe(clock, \.date) { _, clock, _ in heard.append("typed \(clock.date)") }
    controller.observe(clock, keyPath: "zone") { _, clock, change in
      heard.append("\(change.keyPath ?? "") \(clock.zone ?? "")")
    }
    controller.observe(clock, keyPaths: ["ticks", "twin"]) { observer, _, _ in
      heard.append("\(type(of: observer))")
    }
    clock.date = 1
    clock.zone = "UTC"
    clock.tick()
    #expect(heard == ["typed 1", "zone UTC", "TypedView"])
  }

  @Test("an action that takes nothing")
  func actionWithNothing() {
    controller.observe(clock, \.date, action: TypedView.dateDidChange)
    clock.date = 7
    #expect(view.count == 1)
  }

  @Test("an action that takes the change")
  func actionWithChange() {
    controller.observe(clock, \.date, options: .new, action: TypedView.dateChanged(_:))
    clock.date = 7
    #expect(view.changes.map(\.newValue) == [7])
  }

  @Test("an action that takes the change and the object")
  func actionWithChangeAndObject() {
    controller.observe(clock, \.date, options: .old, action: TypedView.dateChanged(_:of:))
    clock.date = 7
    #expect(view.changes.map(\.oldValue) == [0])
    #expect(view.clocks.map(ObjectIdentifier.init) == [ObjectIdentifier(clock)])
  }

  @Test("a nil object does nothing, in every form")
  func nilObject() {
    let nobody: Clock? = nil
    controller.observe(nobody, \.date, options: .initial) { (view: TypedView, _, _) in
      view.count += 1
    }
    controller.observe(nobody, \.date, options: .initial, action: TypedView.dateDidChange)
    controller.unobserve(nobody, \.date)
    #expect(view.count == 0)
  }

  // MARK: Values

  @Test("a nil value is not an absent value")
  func nilIsNotAbsent() {
    var changes: [Change<String?>] = []
    controller.observe(clock, \.zone, options: [.new, .old]) { (_: TypedView, _, change) in
      changes.append(change)
    }
    clock.zone = "UTC"
    clock.zone = nil
    #expect(changes.map(\.newValue) == [.some("UTC"), .some(nil)])
    #expect(changes.map(\.oldValue) == [.some(nil), .some("UTC")])
    controller.unobserveAll()
    controller.observe(clock, \.zone) { (_: TypedView, _, change) in changes.append(change) }
    clock.zone = "CET"
    #expect(changes.count == 3)
    #expect(changes.last?.newValue == .none)
    #expect(changes.last?.oldValue == .none)
  }

  // MARK: Which properties

  @Test("an inherited property, through the subclass")
  func inherited() {
    let alarmClock = AlarmClock()
    var heard: [String] = []
    controller.observe(alarmClock, \.date) { (_: TypedView, _: AlarmClock, change) in
      heard.append(change.keyPath)
    }
    controller.observe(alarmClock, \.alarm) { (_: TypedView, _, change) in
      heard.append(change.keyPath)
    }
    alarmClock.date = 1
    alarmClock.alarm = 1
    #expect(heard == ["date", "alarm"])
    let asClock: Clock = alarmClock
    controller.observe(asClock, \Clock.date, options: .initial) { (_: TypedView, _, change) in
      heard.append("twice")
    }
    #expect(heard == ["date", "alarm"], "the superclass's key path is the same observation")
  }

  @Test("a property of a generic class")
  func generic() {
    let songs = Playlist<String>()
    let numbers = Playlist<Int>()
    var heard: [String] = []
    controller.observe(songs, \.tracks, options: .new) { (_: TypedView, _, change) in
      heard += change.newValue ?? []
    }
    controller.observe(numbers, \.tracks, options: .new) { (_: TypedView, _, change) in
      heard += (change.newValue ?? []).map { "\($0 + 1)" }
    }
    songs.tracks.append("Blue")
    numbers.tracks.append(1)
    #expect(heard == ["Blue", "2"])
  }

  @Test("a property whose setter is private to another file")
  func privateSetter() {
    var heard: [Int?] = []
    controller.observe(clock, \.ticks, options: .new) { (_: TypedView, _, change) in
      heard.append(change.newValue)
    }
    clock.tick()
    #expect(heard == [1])
  }

  // MARK: Beside strings

  @Test("the string and the typed key path are the same observation", arguments: [true, false])
  func sameAsString(typedFirst: Bool) {
    func observeTyped() {
      controller.observe(clock, \.date, action: TypedView.dateDidChange)
    }
    func observeString() {
      controller.observe(clock, keyPath: "date", action: TypedView.dateDidChange)
    }
    if typedFirst { observeTyped() }
    observeString()
    observeTyped()
    clock.date = 1
    #expect(view.count == 1)
    if typedFirst {
      controller.unobserve(clock, keyPath: "date")
    } else {
      controller.unobserve(clock, \.date)
    }
    clock.date = 2
    #expect(view.count == 1)
  }

  @Test("unobserving by typed key path leaves the other properties, and never raises")
  func unobserve() {
    controller.observe(clock, \.date, action: TypedView.dateDidChange)
    controller.observe(clock, \.zone, action: TypedView.dateDidChange)
    controller.unobserve(clock, \.date)
    controller.unobserve(clock, \.date)
    controller.unobserve(clock, \.twin)
    clock.date = 1
    #expect(view.count == 0)
    clock.zone = "UTC"
    #expect(view.count == 1)
  }

  // MARK: What raises

  @Test("a computed property raises and says what to write")
  func computed() async {
    let ending = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController(observer: nil).observe(Clock(), \.hour) { (_: ClockView, _, _) in }
    }
    #expect(ending.raised("NSInvalidArgumentException", #"reads the property "date" of Clock"#))
    #expect(ending.raised(#"write \Clock.date or the string "date""#))
  }

  @Test("a stored property without @Observed raises")
  func notObserved() async {
    let ending = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController(observer: nil).observe(Clock(), \.brand) { (_: ClockView, _, _) in }
    }
    #expect(ending.raised("NSInvalidArgumentException", "a property declared with @Observed"))
  }

  @Test("an observer of another type raises and names both types")
  func wrongObserver() async {
    let ending = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = ClockView()
      view.kvoController.observe(Clock(), \.date) { (_: Thermostat, _, _) in }
    }
    #expect(ending.raised("NSInvalidArgumentException", "observer of type Thermostat"))
    #expect(
      ending.raised("is of type ClockView", "-[KVOController observe:keyPath:options:block:]"))
  }
}

import Foundation
import RawObserving
import Testing

@testable import ManagedObserving

/// Clocks with private properties, in the file that may name them.
private class SealedClock: KeyValueObject {
  @Observed private var seal = 0
  @Observed fileprivate var hands = 2

  /// Records each change of the private property, in the class that has it.
  func recordSeals(in log: Log) {
    kvoControllerLifetimeBound.observe(self, \.$seal) { _, _, change in log.add(change) }
  }

  func breakSeal() { seal += 1 }
}

/// A subclass with a private property of the same name and of another type.
private final class TwiceSealedClock: SealedClock {
  @Observed private var seal = "intact"

  func recordOwnSeals(in log: Log) {
    kvoControllerLifetimeBound.observe(self, \.$seal) { _, _, change in log.add(change) }
  }

  func breakOwnSeal() { seal = "broken" }
}

/// What was told, a line for each change.
private final class Log {
  var lines: [String] = []

  func add<Value>(_ change: Change<Value>) { lines.append("\(change.keyPath) \(change.value)") }
}

/// A view that observes in methods of its own, and can be subclassed: there `Self` is its type.
private class OpenView: KeyValueObject {
  var dates: [Int] = []

  func show(_ clock: Clock) {
    kvoController.observe(clock, \.$date, options: .initial) { view, _, change in
      view.dates.append(change.value)
    }
  }
}

private final class LoudView: OpenView {
  var louder = 0

  override func show(_ clock: Clock) {
    super.show(clock)
    kvoController.observe(clock, \.$ticks) { view, _, _ in view.louder += 1 }
  }
}

@Suite("Typed key paths", .watched) struct TypedKeyPathTests {
  private let clock = Clock()
  private let view = TypedView()
  private let controller: KVOController<TypedView>

  init() {
    controller = KVOController(observer: view)
  }

  /// An observer of a class of its own.
  private final class TypedView { var count = 0 }

  /// An observer with methods for changes.
  private final class ActingView: KeyValueObject {
    private(set) var count = 0
    private(set) var changes: [Change<Int>] = []

    func dateChanged(_ change: Change<Int>) { changes.append(change) }
    func anythingChanged<Value>(_ change: Change<Value>) { count += 1 }
  }

  // MARK: The forms

  @Test("a closure gets the observer, the object and the change, and needs no annotation")
  func closure() {
    var heard: [Change<Int>] = []
    controller.observe(clock, \.$date, options: [.initial, .old]) {
      [clock] view, observed, change in
      #expect(observed === clock)
      view.count += 1
      heard.append(change)
    }
    clock.date = 7
    clock.date += 1
    #expect(view.count == 3)
    #expect(heard.map(\.value) == [0, 7, 8])
    #expect(heard.map(\.oldValue) == [nil, 0, 7])
    #expect(heard.allSatisfy { $0.keyPath == "date" && $0.kind == .setting && $0.indexes == nil })
    #expect(heard.allSatisfy { $0.newElements == nil && $0.oldElements == nil })
  }

  /// An argument of a key path, which names another path as it is hashed.
  private final class Slide: Hashable, Sendable {
    static func == (one: Slide, other: Slide) -> Bool { true }

    func hash(into hasher: inout Hasher) {
      hasher.combine(0)
      _ = Clock().$twin.$date
    }
  }

  private final class Wall: KeyValueObject {
    @Observed var clock = SlideClock()
    let slide = Slide()
    var dateProperty: Property<Int> { $clock[dynamicMember: \SlideClock.[slide]] }
  }

  private final class SlideClock: KeyValueObject {
    @Observed var date = 0
    subscript(slide: Slide) -> Property<Int> { $date }
  }

  @Test("no lock is held while an argument of a key path is hashed and compared")
  func hashedArgument() {
    let wall = Wall()
    var values: [Int] = []
    controller.observe(wall, \.dateProperty) { _, _, change in values.append(change.value) }
    let dropped = controller.observe(wall, \.dateProperty) { _, _, _ in }
    wall.clock.date = 7
    #expect(values == [7] && !dropped.isActive)
  }

  @Test("options of another kind, made of their bits, are left out")
  func foreignOptions() {
    var values: [Int] = []
    let prior = ChangeOptions(rawValue: KeyValueObservingOptions.prior.rawValue)
    controller.observe(clock, \.$date, options: prior) { _, _, change in values.append(change.value) }
    clock.date = 7
    #expect(values == [7])
  }

  @Test("without options there is no initial call and no old value")
  func noOptions() {
    var heard: [Change<Int>] = []
    controller.observe(clock, \.$date) { _, _, change in heard.append(change) }
    #expect(heard.isEmpty)
    clock.date = 7
    #expect(heard.map(\.value) == [7] && heard.map(\.oldValue) == [nil])
  }

  @Test("the closures of the string forms need no annotation either")
  func unannotated() {
    var heard: [String] = []
    controller.observe(clock, keyPath: "zone") { _, clock, change in
      heard.append("\(change.kind) \(clock.zone ?? "")")
    }
    controller.observe(clock, keyPaths: ["ticks", "twin"]) { view, clock, _ in
      view.count += clock.ticks
      heard.append("\(type(of: view))")
    }
    clock.zone = "UTC"
    clock.tick()
    #expect(heard == ["setting UTC", "TypedView"] && view.count == 1)
  }

  @Test("a method that a closure calls takes the change, typed; a generic one serves every property")
  func methods() {
    let view = ActingView()
    view.kvoController.observe(clock, \.$date, options: .old) { $0.dateChanged($2) }
    view.kvoController.observe(clock, \.$zone) { $0.anythingChanged($2) }
    clock.date = 7
    clock.zone = "UTC"
    #expect(view.changes.map(\.value) == [7] && view.changes.map(\.oldValue) == [0])
    #expect(view.count == 1)
  }

  @Test("a nil object does nothing, in every form")
  @MainActor func nilObject() async {
    final class SharedView: Sendable {}
    let acting = ActingView()
    let nothing: Clock? = nil
    let sharedView = SharedView()
    let shared = KVOController(observer: sharedView)
    let tokens = [
      controller.observe(nothing, \.$date, options: .initial) { view, _, _ in view.count += 1 },
      acting.kvoController.observe(nothing, \.$date, options: .initial) { $0.dateChanged($2) },
      shared.observe(nothing, \.$date, options: .initial, on: .shared) { _, _ in
        Issue.record("called")
      },
      shared.observe(nothing, \.$date, options: .initial, on: .function { $0() }) { _, _ in
        Issue.record("called")
      },
    ]
    controller.unobserve(nothing, \.$date)
    for await _ in controller.changes(of: nothing, \.$date) { Issue.record("called") }
    #expect(view.count == 0 && acting.changes.isEmpty)
    #expect(tokens.allSatisfy { !$0.isActive } && controller.activeObservations.isEmpty)
  }

  // MARK: Which properties

  @Test("an inherited property, through the subclass and through the superclass")
  func inherited() {
    let alarmClock = AlarmClock()
    var heard: [String] = []
    controller.observe(alarmClock, \.$date) { _, clock, change in
      heard.append("\(change.keyPath) \(clock.alarm)")
    }
    controller.observe(alarmClock, \.$alarm) { _, _, change in heard.append(change.keyPath) }
    alarmClock.date = 1
    alarmClock.alarm = 1
    #expect(heard == ["date 0", "alarm"])
    let token = controller.observe(alarmClock as Clock, \.$date, options: .initial) { _, _, _ in
      heard.append("twice")
    }
    #expect(heard.count == 2 && !token.isActive, "it is the same observation")
    controller.unobserve(alarmClock as Clock, \.$date)
    #expect(controller.activeObservations.map(\.keyPath) == ["alarm"])
  }

  @Test("a property of a generic class, also from generic code")
  func generic() {
    let songs = Playlist<String>()
    let numbers = Playlist<Int>()
    var heard: [String] = []
    func observe<Track>(_ playlist: Playlist<Track>) {
      controller.observe(playlist, \.$tracks) { _, _, change in
        heard += change.value.map { "\($0)" }
      }
    }
    observe(songs)
    controller.observe(numbers, \.$tracks) { _, _, change in
      heard += change.value.map { "\($0 + 1)" }
    }
    songs.tracks.append("Blue")
    numbers.tracks.append(1)
    #expect(heard == ["Blue", "2"])
  }

  @Test("a property whose setter is private to another file")
  func privateSetter() {
    var heard: [Int] = []
    controller.observe(clock, \.$ticks) { _, _, change in heard.append(change.value) }
    clock.tick()
    #expect(heard == [1])
  }

  @Test("a private property, by its class")
  func privateProperty() {
    let clock = SealedClock()
    let (log, own) = (Log(), Log())
    clock.recordSeals(in: log)
    #expect(clock.activeObservations.map(\.keyPath) == ["seal"])
    clock.breakSeal()
    #expect(log.lines == ["seal 1"])
    controller.observe(clock, \.$hands) { _, _, change in own.add(change) }
    clock.hands = 3
    #expect(own.lines == ["hands 3"])
  }

  @Test("private properties of one name, in a class and its subclass, do not hear each other")
  func privatePropertiesOfOneName() {
    let clock = TwiceSealedClock()
    var calls = 0
    controller.observe(clock, keyPath: "seal") { _, _, _ in calls += 1 }
    let (log, own) = (Log(), Log())
    clock.recordSeals(in: log)
    clock.recordOwnSeals(in: own)
    clock.breakSeal()
    #expect(log.lines == ["seal(SealedClock) 1"] && own.lines.isEmpty && calls == 0)
    clock.breakOwnSeal()
    #expect(log.lines.count == 1 && own.lines == ["seal broken"])
    #expect(calls == 1, "by name it is the property of the subclass")
  }

  @Test("the same, in a class that lists its properties itself")
  func privatePropertiesOfOneNameListed() {
    class Sealed: KeyValueObject {
      @Observed private var seal = 0
      func recordSeals(in log: Log) {
        kvoControllerLifetimeBound.observe(self, \.$seal) { _, _, change in log.add(change) }
      }
      func breakSeal() { seal += 1 }
    }
    final class TwiceSealed: Sealed, CustomReflectable {
      @Observed private var seal = ""
      var customMirror: Mirror { Mirror(self, children: []) }
      override class var unlistedProperties: [String: AnyKeyPath]? { ["seal": \TwiceSealed.$seal] }
      func recordOwnSeals(in log: Log) {
        kvoControllerLifetimeBound.observe(self, \.$seal) { _, _, change in log.add(change) }
      }
    }
    let (clock, log) = (TwiceSealed(), Log())
    clock.recordSeals(in: log)
    clock.recordOwnSeals(in: log)
    clock.breakSeal()
    #expect(log.lines == ["seal(Sealed) 1"])
  }

  @Test("a property of a local class, and of a generic one")
  func localClasses() {
    final class Radio: KeyValueObject {
      @Observed var station = 0
    }
    final class Receiver<Signal>: KeyValueObject {
      @Observed var signal: Signal
      init(_ signal: Signal) {
        self.signal = signal
        super.init()
      }
    }
    func heard<Signal: Equatable>(_ signal: Signal, _ other: Signal) -> [Signal] {
      var heard: [Signal] = []
      let receiver = Receiver(signal)
      controller.observe(receiver, \.$signal, options: .initial) { _, _, change in
        heard.append(change.value)
      }
      receiver.signal = other
      return heard
    }
    var stations: [Int] = []
    let radio = Radio()
    controller.observe(radio, \.$station) { _, _, change in stations.append(change.value) }
    radio.station = 5
    #expect(stations == [5])
    #expect(heard("a", "b") == ["a", "b"])
    #expect(heard(1, 2) == [1, 2])
  }

  @Test(
    "values of every shape: tuples, closures, existentials, weak ones, forced ones, null itself")
  func shapes() {
    final class Box: KeyValueObject {
      @Observed var pair = (1, "a")
      @Observed var call: () -> Int = { 1 }
      @Observed var any: Any = 1
      @Observed var maybe: Any?
      @Observed var error: (any Error)?
      @Observed var forced: Clock!
      @Observed var null = KeyValueNull.null
      @Observed var type: any Sendable.Type = Int.self
      @ObservedWeak var clock: Clock?
    }
    let box = Box()
    var heard: [String] = []
    controller.observe(box, \.$pair, options: .old) { _, _, change in
      heard.append("\(change.oldValue?.1 ?? "none") \(change.value.1)")
    }
    controller.observe(box, \.$call) { _, _, change in heard.append("\(change.value())") }
    controller.observe(box, \.$any) { _, _, change in heard.append("\(change.value)") }
    controller.observe(box, \.$maybe) { _, _, change in
      heard.append(change.value.map { "\($0)" } ?? "nil")
    }
    controller.observe(box, \.$error) { _, _, change in heard.append("\(change.value == nil)") }
    controller.observe(box, \.$forced) { _, _, change in
      heard.append("\(change.value?.date ?? -1)")
    }
    controller.observe(box, \.$null) { _, _, change in heard.append("\(change.value)") }
    controller.observe(box, \.$type) { _, _, change in heard.append("\(change.value)") }
    controller.observe(box, \.$clock) { _, _, change in
      heard.append(change.value == nil ? "no clock" : "a clock")
    }
    box.pair = (2, "b")
    box.call = { 2 }
    box.any = "text"
    box.maybe = 3
    box.maybe = nil
    box.error = CancellationError()
    box.error = nil
    box.forced = Clock()
    box.forced = nil
    box.null = .null
    box.type = String.self
    box.clock = clock
    box.clock = nil
    #expect(
      heard == [
        "a b", "2", "text", "3", "nil", "false", "true", "0", "-1", "<null>", "String", "a clock",
        "no clock",
      ])
  }

  // MARK: Values

  @Test("a nil value is not an absent value")
  func nilIsNotAbsent() {
    var changes: [Change<String?>] = []
    controller.observe(clock, \.$zone, options: .old) { _, _, change in changes.append(change) }
    clock.zone = "UTC"
    clock.zone = nil
    #expect(changes.map(\.value) == ["UTC", nil])
    #expect(changes.map(\.oldValue) == [.some(nil), .some("UTC")])
    controller.unobserveAll()
    controller.observe(clock, \.$zone) { _, _, change in changes.append(change) }
    clock.zone = "CET"
    #expect(changes.count == 3 && changes.last?.value == "CET")
    #expect(changes.last?.oldValue == .none)
  }

  // MARK: Which controllers

  @Test("an observer has one controller, whatever type it is called by")
  func superclassTypedController() {
    let view = LoudView()
    #expect((view as OpenView).kvoController == view.kvoController)
    #expect((view as OpenView).kvoController != LoudView().kvoController)
    #expect((view as OpenView).kvoController.core === view.kvoController.core)
    #expect((view as KeyValueObject).kvoController.core === view.kvoController.core)
    var heard: [String] = []
    (view as OpenView).kvoController.observe(clock, \.$date) { view, _, _ in
      heard.append("\(type(of: view))")
    }
    let again = view.kvoController.observe(clock, \.$date) { view, _, _ in
      heard.append("\(view.louder)")
    }
    #expect(!again.isActive, "it is a duplicate")
    clock.date = 1
    #expect(heard == ["LoudView"])
    view.kvoController.unobserve(clock, \.$date)
    #expect((view as OpenView).kvoController.activeObservations.isEmpty)
  }

  @Test("a class that is not final observes in its own methods, and so does its subclass")
  func openClass() {
    let view = LoudView()
    view.show(clock)
    clock.date = 3
    clock.tick()
    #expect(view.dates == [0, 3] && view.louder == 1)
  }

  @Test("an observer that is known by a superclass, or as any object")
  func typeErasedObserver() {
    let view = LoudView()
    let erased = KVOController<AnyObject>(observer: view)
    let general = KVOController<OpenView>(observer: view)
    var heard: [String] = []
    erased.observe(clock, \.$date) { view, _, _ in heard.append("\(type(of: view))") }
    general.observe(clock, \.$date) { view, _, _ in heard.append("\(view.dates)") }
    clock.date = 1
    #expect(heard.sorted() == ["LoudView", "[]"])
    #expect(erased.observer === view && general.observer === view)
  }

  @Test("copies of a controller are the same controller, and are equal; another one is not")
  func copies() {
    let copy = controller
    let other = KVOController(observer: view)
    #expect(copy == controller && copy != other)
    #expect(Set([copy, controller, other]).count == 2)
    copy.observe(clock, \.$date) { _, _, _ in }
    #expect(controller.activeObservations.count == 1 && other.activeObservations.isEmpty)
  }

  // MARK: Beside strings

  @Test("the string and the typed key path are the same observation", arguments: [true, false])
  func sameAsString(typedFirst: Bool) {
    func observeTyped() -> ObservationToken {
      controller.observe(clock, \.$date) { view, _, _ in view.count += 1 }
    }
    func observeString() -> ObservationToken {
      controller.observe(clock, keyPath: "date") { view, _, _ in view.count += 1 }
    }
    let first = typedFirst ? observeTyped() : observeString()
    #expect(first.isActive && !observeString().isActive && !observeTyped().isActive)
    clock.date = 1
    #expect(view.count == 1)
    if typedFirst {
      controller.unobserve(clock, keyPath: "date")
    } else {
      controller.unobserve(clock, \.$date)
    }
    clock.date = 2
    #expect(view.count == 1 && !first.isActive)
  }

  @Test("unobserving by typed key path leaves the other properties, and never raises")
  func unobserve() {
    controller.observe(clock, \.$date) { view, _, _ in view.count += 1 }
    controller.observe(clock, \.$zone) { view, _, _ in view.count += 1 }
    controller.unobserve(clock, \.$date)
    controller.unobserve(clock, \.$date)
    controller.unobserve(clock, \.$twin)
    clock.date = 1
    #expect(view.count == 0)
    clock.zone = "UTC"
    #expect(view.count == 1)
  }
}

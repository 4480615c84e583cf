import RawObserving
import Testing

/// The code in the documentation comments of RawObserving, run. LessonsTests compares both, line for line.
@Suite("The code in documentation comments", .watched) struct DocumentationCommentTests {
  final class Clock: KeyValueObject {
    @Observed var date = 0
  }

  final class ClockView: KeyValueObject {
    @ObservedWeak var clock: Clock?
  }

  /// Hides its fields, and lists its property.
  final class HidingClock: KeyValueObject, CustomReflectable {
    typealias Clock = HidingClock
    @Observed var date = 0
    var customMirror: Mirror { Mirror(self, children: [:]) }

    override class var unlistedProperties: [String: AnyKeyPath]? { ["date": \Clock.$date] }
  }

  final class City: KeyValueObject {
    @Observed var city = ""
    @Observed var zone = ""

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
      key == "zone" ? ["city"] : super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }

  /// A person whose name has a property, which an extension can declare too.
  final class Person: KeyValueObject {
    @Observed var first = ""
    @Observed var last = ""
    var fullName: String { first + " " + last }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [
        ComputedKey("fullName", \Person.fullName, dependsOn: \.$first, \.$last)
      ]
    }
  }

  final class Playlist: KeyValueObject {
    @Observed var tracks = ["Giant Steps"]
  }

  final class Listener: KeyValueObject {
    var heard: [String] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) { heard.append("\(keyPath) \(change.kind) \(change.newValue ?? "-")") }
  }

  /// What an observer of the key path hears of the change.
  private func heard<Object: KeyValueObject>(
    _ object: Object, _ keyPath: String, when change: (Object) -> Void
  ) -> [String] {
    let listener = Listener()
    object.addObserver(listener, forKeyPath: keyPath, options: .new)
    change(object)
    object.removeObserver(listener, forKeyPath: keyPath)
    return listener.heard
  }

  @Test("Observed, KeyValueObject, unlistedProperties: a property, and one that a mirror hides")
  func properties() {
    #expect(heard(Clock(), "date") { $0.date = 1 } == ["date setting 1"])
    #expect(heard(HidingClock(), "date") { $0.date = 1 } == ["date setting 1"])
  }

  @Test("ObservedWeak: a weak property announces a deallocation")
  func weakProperty() {
    var clock: Clock? = Clock()
    let view = ClockView()
    view.clock = clock
    #expect(heard(view, "clock") { _ in clock = nil } == ["clock setting <null>"])
  }

  @Test("ComputedKey, keyPathsForValuesAffectingValue, computed: keys that depend on others")
  func dependentKeys() {
    #expect(heard(City(), "zone") { $0.city = "Paris" } == ["zone setting "])
    #expect(heard(Person(), "fullName") { $0.first = "Ada" } == ["fullName setting Ada "])
    let person = Person()
    person.willChangeValue(for: \.fullNameProperty)
    person.didChangeValue(for: \.fullNameProperty)
  }

  /// Removes a registration before the clock is deallocated.
  final class Sweeper {
    func sweep(_ clock: Clock, _ log: Listener) {
      clock.setDeallocationHook(of: self) { clock in clock.removeObserver(log, forKeyPath: "date") }
    }
  }

  @Test("setDeallocationHook: a registration is removed in time")
  func hook() {
    let (sweeper, log) = (Sweeper(), Listener())
    var clock: Clock? = Clock()
    clock?.addObserver(log, forKeyPath: "date")
    clock.map { sweeper.sweep($0, log) }
    weak let left = clock
    clock = nil
    #expect(left == nil)
  }

  @Test("MutableArrayValue: an insertion")
  func array() {
    let playlist = Playlist()
    let heard = heard(playlist, "tracks") { playlist in
      let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
      tracks.append("Blue Train")  // an insertion at {n}, not a setting of the whole array
    }
    #expect(heard == ["tracks insertion [\"Blue Train\"]"])
  }

  @Test("object[property]: set by a generic function")
  func generic() {
    func set<Object: KeyValueObject, Value: Equatable>(
      _ object: Object, _ property: KeyPath<Object, Property<Value>>, to value: Value
    ) {
      if object[property] != value { object[property] = value }
    }
    let clock = Clock()
    #expect(heard(clock, "date") { set($0, \.$date, to: 1) } == ["date setting 1"])
    #expect(heard(clock, "date") { set($0, \.$date, to: 1) } == [])
  }
}

extension DocumentationCommentTests.Person {
  typealias Person = DocumentationCommentTests.Person
  var fullNameProperty: Property<String> { computed(\Person.fullName) }
}

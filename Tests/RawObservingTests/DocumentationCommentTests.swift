import RawObserving
import Testing

/// The code in the documentation comments of RawObserving, run. LessonsTests compares both, line for line.
@Suite("The code in documentation comments", .watched) struct DocumentationCommentTests {
  final class Clock: KeyValueObject {
    @Observed var date = 0
  }

  final class ClockView: KeyValueObject {
    // Sound: it is never read.
    nonisolated(unsafe) static let context = UnsafeMutableRawPointer(bitPattern: 1)
    var text = ""

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard context == Self.context else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      if let date = change.newValue as? Int { text = "\(date)" }
    }
  }

  /// Has a view that observes nothing.
  enum Watching {
    final class ClockView: KeyValueObject {
      @ObservedWeak var clock: Clock?
    }
  }

  final class Track: KeyValueObject {
    @Observed var title: String

    init(title: String) {
      self.title = title
      super.init()
    }
  }

  final class Countdown: KeyValueObject {
    @Observed var seconds: Int

    init(seconds: Int) { _seconds = Observed(wrappedValue: seconds) }
  }

  final class Alarm: KeyValueObject {
    @ObservedWeak var clock: Clock?

    init(clock: Clock?) { _clock = ObservedWeak(wrappedValue: clock) }
  }

  /// Hides its fields, and lists its property.
  final class HidingClock: KeyValueObject, CustomReflectable {
    typealias Clock = HidingClock
    @Observed var date = 0
    var customMirror: Mirror { Mirror(self, children: [:]) }

    override class var unlistedProperties: [String: AnyKeyPath]? { ["date": \Clock.$date] }
  }

  /// Announces its date by hand.
  final class ManualClock: KeyValueObject {
    @Observed var date = 0

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key == "date" ? false : super.automaticallyNotifiesObservers(forKey: key)
    }

    override func setNilValue(forKey key: String) {
      if key == "date" { date = 0 } else { super.setNilValue(forKey: key) }
    }

    func correct() {
      changing(\.$date) { _date.storedValue += 1 }
    }

    func tick() {
      willChangeValue(forKey: "date")
      date += 1
      didChangeValue(forKey: "date")
    }

    func tickTyped() {
      willChangeValue(for: \.$date)
      date += 1
      didChangeValue(for: \.$date)
    }
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
    @Observed var tags: Set = ["live"]
    @Observed var queue: [String]?
    @Observed var moods: Set<String>?

    func addByHand() {
      let last = RangeSet(tracks.count..<tracks.count + 1)
      willChange(.insertion, valuesAt: last, forKey: "tracks")
      _tracks.storedValue.append("Blue Train")
      didChange(.insertion, valuesAt: last, forKey: "tracks")
    }

    func removeByHand() {
      let first = RangeSet(0..<1)
      willChange(.removal, valuesAt: first, forKey: "tracks")
      _tracks.storedValue.removeFirst()
      didChange(.removal, valuesAt: first, forKey: "tracks")
    }

    func tagByHand() {
      willChangeValue(forKey: "tags", withSetMutation: .union, using: ["jazz"])
      _tags.storedValue.insert("jazz")
      didChangeValue(forKey: "tags", withSetMutation: .union, using: ["jazz"])
    }

    func untagByHand() {
      willChangeValue(forKey: "tags", withSetMutation: .minus, using: ["live"])
      _tags.storedValue.remove("live")
      didChangeValue(forKey: "tags", withSetMutation: .minus, using: ["live"])
    }
  }

  /// Decides what its array and its set hold.
  final class DecidingPlaylist: KeyValueObject {
    typealias Playlist = DecidingPlaylist
    @Observed private(set) var tracks = ["Giant Steps"]
    @Observed private(set) var tags: Set = ["live"]

    override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
      key == "tracks" ? ArrayAccessors(insert: Playlist.insert, remove: Playlist.remove) : nil
    }

    override class func setAccessors(forKey key: String) -> SetAccessors? {
      key == "tags" ? SetAccessors(add: Playlist.addTags, remove: Playlist.removeTags) : nil
    }

    func insert(_ new: [String], at indexes: RangeSet<Int>) {
      for (index, track) in zip(indexes.ranges.joined(), new) {
        _tracks.storedValue.insert(track, at: index)
      }
    }

    func remove(at indexes: RangeSet<Int>) { _tracks.storedValue.removeSubranges(indexes) }

    func addTags(_ new: Set<String>) { _tags.storedValue.formUnion(new) }

    func removeTags(_ old: Set<String>) { _tags.storedValue.subtract(old) }
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

  @Test("init: first values are no changes")
  func initializers() {
    let clock = Clock()
    #expect(Alarm(clock: clock).clock === clock && Countdown(seconds: 1).seconds == 1)
    #expect(heard(Track(title: "Naima"), "title") { $0.title += "!" } == ["title setting Naima!"])
  }

  @Test("addObserver, observeValue, removeObserver: with a context, and with any; KeyValueChange: an observer's test")
  func registrations() {
    let (clock, view) = (Clock(), ClockView())
    clock.addObserver(view, forKeyPath: "date", options: .new, context: ClockView.context)
    clock.date = 2
    #expect(view.text == "2")
    clock.removeObserver(view, forKeyPath: "date", context: ClockView.context)
    clock.addObserver(view, forKeyPath: "date")
    clock.removeObserver(view, forKeyPath: "date")
    #expect(clock.activeRegistrations.isEmpty)
    let change = KeyValueChange(kind: .setting, newValue: 1)
    view.observeValue(forKeyPath: "date", of: clock, change: change, context: ClockView.context)
    let date = change[.new] as? Int  // the same as change.newValue
    #expect(view.text == "1" && date == 1)
  }

  @Test("willChange, didChange, changing: by hand, for a key, a property, elements and members")
  func byHand() {
    #expect(heard(ManualClock(), "date") { $0.date = 1 } == [])
    #expect(heard(ManualClock(), "date") { $0.tick() } == ["date setting 1"])
    #expect(heard(ManualClock(), "date") { $0.tickTyped() } == ["date setting 1"])
    #expect(heard(ManualClock(), "date") { $0.correct() } == ["date setting 1"])
    let playlist = Playlist()
    #expect(heard(playlist, "tracks") { $0.addByHand() } == ["tracks insertion [\"Blue Train\"]"])
    #expect(heard(playlist, "tracks") { $0.removeByHand() } == ["tracks removal -"])
    #expect(heard(playlist, "tags") { $0.tagByHand() } == ["tags insertion [\"jazz\"]"])
    #expect(heard(playlist, "tags") { $0.untagByHand() } == ["tags removal -"])
    #expect(playlist.tracks == ["Blue Train"] && playlist.tags == ["jazz"])
  }

  @Test("value, setValue, setNilValue: by name and along a path")
  func byName() {
    let (clock, playlist, view) = (Clock(), Playlist(), Watching.ClockView())
    view.clock = clock
    do {
      clock.setValue(1, forKey: "date")
      let date = clock.value(forKey: "date") as? Int
      #expect(date == 1)
    }
    view.setValue(1, forKeyPath: "clock.date")
    let date = view.value(forKeyPath: "clock.date") as? Int
    let count = playlist.value(forKeyPath: "tracks.@count") as? Int
    #expect(date == 1 && count == 1)
    let manual = ManualClock()
    manual.tick()
    manual.setValue(nil, forKey: "date")
    #expect(manual.date == 0)
  }

  @Test("ObservedWeak: a weak property announces a deallocation")
  func weakProperty() {
    var clock: Clock? = Clock()
    let view = Watching.ClockView()
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

  final class Cache {}

  @Test("setDeallocationHook, associatedObject: a registration is removed in time, and a cache released")
  func hook() {
    let (sweeper, log) = (Sweeper(), Listener())
    var clock: Clock? = Clock()
    clock?.addObserver(log, forKeyPath: "date")
    clock.map { sweeper.sweep($0, log) }
    func cached(in clock: Clock) -> Cache {
      let cache = clock.associatedObject("cache") { Cache() }
      return cache
    }
    weak let cache = clock.map(cached)
    #expect(cache != nil && clock.map(cached) === cache)
    weak let left = clock
    clock = nil
    #expect(left == nil && cache == nil)
  }

  @Test("mutableArray, mutableSet, by name too: an insertion, a replacement; nil becomes a collection")
  func collections() {
    let playlist = Playlist()
    func changed(_ key: String, _ change: @escaping (Playlist) -> Void) -> [String] {
      heard(playlist, key, when: change)
    }
    let named = changed("tracks") { playlist in
      let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
      tracks.append("Blue Train")  // an insertion at {n}, not a setting of the whole array
    }
    #expect(named == ["tracks insertion [\"Blue Train\"]"])
    let removed = changed("tracks") { playlist in
      let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
      tracks.removeFirst()  // a removal at 0
    }
    #expect(removed == ["tracks removal -"])
    let replaced = changed("tracks") { playlist in
      let tracks = playlist.mutableArray(\.$tracks)
      tracks[0] = "Blue Train"  // a replacement at 0, not a setting of the whole array
    }
    #expect(replaced == ["tracks replacement [\"Blue Train\"]"])
    let queued = changed("queue") { playlist in
      playlist.mutableArray(\.$queue).append("Blue Train")  // nil becomes an array
    }
    #expect(queued == ["queue insertion [\"Blue Train\"]"])
    let tagged = changed("tags") { playlist in
      let tags = playlist.mutableSet(\.$tags)
      tags.formUnion(["jazz", "live"])  // an insertion of those that are new
    }
    #expect(tagged == ["tags insertion [\"jazz\"]"])
    let mood = changed("moods") { playlist in
      playlist.mutableSet(\.$moods).insert("calm")  // nil becomes a set
    }
    #expect(mood == ["moods insertion [\"calm\"]"] && playlist.moods == ["calm"])
  }

  @Test("mutableSetValue: by name")
  func namedSet() {
    let playlist = Playlist()
    let tags = playlist.mutableSetValue(forKey: "tags", of: String.self)
    tags.insert("jazz")
    #expect(playlist.tags == ["jazz", "live"])
  }

  @Test("ArrayAccessors, SetAccessors: called for each change, which is announced once")
  func accessors() {
    let playlist = DecidingPlaylist()
    #expect(heard(playlist, "tracks") { $0.mutableArray(\.$tracks)[0] = "Naima" } == ["tracks replacement [\"Naima\"]"])
    #expect(heard(playlist, "tags") { $0.mutableSet(\.$tags).set(["jazz"]) } == ["tags replacement [\"jazz\"]"])
    #expect(playlist.tracks == ["Naima"] && playlist.tags == ["jazz"])
  }

  @Test("MutableArrayValue: each way to change elements")
  func array() {
    let playlist = Playlist()
    let tracks = playlist.mutableArray(\.$tracks)
    tracks.insert(["Naima", "So What"], at: RangeSet([0..<1, 2..<3]))  // now at 0 and 2
    #expect(playlist.tracks == ["Naima", "Giant Steps", "So What"])
    tracks.remove(at: RangeSet([0..<1, 2..<3]))
    tracks.insert("Naima", at: 0)
    tracks.insert(contentsOf: ["Naima", "So What"], at: 1)
    #expect(playlist.tracks == ["Naima", "Naima", "So What", "Giant Steps"])
    tracks.remove("Naima")
    tracks.append("Naima")
    tracks.replace(at: RangeSet([0..<1, 2..<3]), with: ["Naima", "So What"])
    #expect(playlist.tracks == ["Naima", "Giant Steps", "So What"])
    tracks.remove(at: 0)
    let first = tracks[0]
    tracks[0] = first + " (live)"
    #expect(playlist.tracks == ["Giant Steps (live)", "So What"])
    tracks.removeSubrange(0..<2)
    tracks.append(contentsOf: ["Naima", "So What"])
    tracks += ["Naima", "So What"]
    tracks.removeFirst()
    tracks.removeLast()
    #expect(playlist.tracks == ["So What", "Naima"])
    tracks.append("Blue Train")
    tracks.removeAll { $0.hasPrefix("Blue") }
    #expect(playlist.tracks == ["So What", "Naima"])
    tracks.removeAll()
    #expect(playlist.tracks == [])
  }

  @Test("MutableSetValue: each way to change members")
  func set() {
    let playlist = Playlist()
    let tags = playlist.mutableSet(\.$tags)
    tags.formUnion(["jazz", "live"])
    #expect(playlist.tags == ["jazz", "live"])
    tags.subtract(["live", "loud"])
    tags.insert("loud")
    tags.formIntersection(["jazz", "calm"])
    #expect(playlist.tags == ["jazz"])
    tags.set(["jazz", "calm"])
    tags.insert("live")
    tags.remove("live")
    #expect(playlist.tags == ["jazz", "calm"])
    tags.removeAll()
    #expect(playlist.tags == [])
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

  @Test("Era: chosen for the process")
  func era() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      #expect(Era.inForce == .current)
    }
  }
}

extension DocumentationCommentTests.Person {
  typealias Person = DocumentationCommentTests.Person
  var fullNameProperty: Property<String> { computed(\Person.fullName) }
}

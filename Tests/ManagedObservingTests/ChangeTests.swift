import ManagedObserving
import RawObserving
import Testing

/// A list of tracks, with an optional list, a set, and lists in other objects.
private final class Album: KeyValueObject {
  @Observed var tracks = ["a", "b", "c"]
  @Observed var extras: [String]?
  @Observed var tags: Set<String> = []
  @Observed var bonus: Album?

  var loudTracks: [String] { tracks.map { $0.uppercased() } }
  var loudTracksProperty: Property<[String]> { computed(\Album.loudTracks) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("loudTracks", \Album.loudTracks, dependsOn: \.$tracks)]
  }
}

@Suite("What a typed change carries", .watched) struct ChangeTests {
  private let album = Album()
  private let view = ClockView()
  private var controller: KVOController<ClockView> { view.kvoController }

  /// The changes of a property from now on.
  private final class Heard<Value> {
    var changes: [Change<Value>] = []
    var last: Change<Value>? { changes.last }
  }

  private final class Box: KeyValueObject {
    @Observed var value: AnyHashable = AnyHashable(Int?.none)
    @Observed var optional: AnyHashable? = AnyHashable(Int?.none)
    @Observed var box: Box?
  }

  @Test("an AnyHashable that holds nil or null is not nil")
  func hashableNil() {
    let (outer, box) = (Box(), Box())
    outer.box = box
    let values = hear(box, \.$value, .initial)
    let optionals = hear(box, \.$optional, .initial)
    let onPath = hear(outer, \.$box.$optional, .initial)
    box.optional = AnyHashable(String?.none)
    box.optional = AnyHashable(KeyValueNull.null)
    box.optional = nil
    box.value = AnyHashable(KeyValueNull.null)
    #expect(values.changes.map(\.value) == [AnyHashable(Int?.none), AnyHashable(KeyValueNull.null)])
    #expect(optionals.changes.map { $0.value != nil } == [true, true, true, false])
    #expect(onPath.changes.map { $0.value != nil } == [true, true, true, false])
  }

  private func hear<Object: KeyValueObject, Value>(
    _ object: Object, _ property: KeyPath<Object, Property<Value>>, _ options: ChangeOptions = .old
  ) -> Heard<Value> {
    let heard = Heard<Value>()
    controller.observe(object, property, options: options, duplicates: .add) { _, _, change in
      heard.changes.append(change)
    }
    return heard
  }

  // MARK: Settings

  @Test("a setting: the value, the old value, and nothing about elements")
  func setting() throws {
    let heard = hear(album, \.$tracks, [.initial, .old])
    album.tracks = ["x"]
    album.tracks.append("y")
    #expect(heard.changes.map(\.value) == [["a", "b", "c"], ["x"], ["x", "y"]])
    #expect(heard.changes.map(\.oldValue) == [nil, ["a", "b", "c"], ["x"]])
    #expect(heard.changes.allSatisfy { $0.kind == .setting && $0.indexes == nil })
    #expect(heard.changes.allSatisfy { $0.newElements == nil && $0.oldElements == nil })
    #expect("\(heard.changes[1])" == #"tracks: setting from ["a", "b", "c"] to ["x"]"#)
  }

  @Test("the options of a typed observation are described as they are written")
  func options() {
    let options: ChangeOptions = [.initial, .old]
    let byString: KeyValueObservingOptions = [.old, .initial]
    #expect("\(options)" == "\(byString)" && "\(options)".contains("old"))
  }

  @Test("a nil value is not an absent value")
  func nilIsNotAbsent() {
    let clock = Clock()
    let (heard, withoutOld) = (hear(clock, \.$zone), hear(clock, \.$zone, []))
    clock.zone = "UTC"
    clock.zone = nil
    #expect(heard.changes.map(\.value) == ["UTC", nil])
    #expect(heard.changes.map(\.oldValue) == [.some(nil), .some("UTC")])
    #expect(withoutOld.changes.map(\.oldValue) == [.none, .none])
  }

  @Test("values of every shape: tuples, closures, existentials, forced ones, null itself")
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
    }
    let box = Box()
    var heard: [String] = []
    func hear<Value>(_ property: KeyPath<Box, Property<Value>>, _ text: @escaping (Change<Value>) -> String) {
      controller.observe(box, property, options: .old) { _, _, change in heard.append(text(change)) }
    }
    hear(\.$pair) { "\($0.oldValue?.1 ?? "none") \($0.value.1)" }
    hear(\.$call) { "\($0.value())" }
    hear(\.$any) { "\($0.value)" }
    hear(\.$maybe) { $0.value.map { "\($0)" } ?? "nil" }
    hear(\.$error) { "\($0.value == nil)" }
    hear(\.$forced) { "\($0.value?.date ?? -1)" }
    hear(\.$null) { "\($0.value)" }
    hear(\.$type) { "\($0.value)" }
    box.pair = (2, "b")
    box.call = { 2 }
    box.any = "text"
    (box.maybe, box.error, box.forced) = (3, CancellationError(), Clock())
    (box.maybe, box.error, box.forced) = (nil, nil, nil)
    box.null = .null
    box.type = String.self
    #expect(heard == ["a b", "2", "text", "3", "false", "0", "nil", "true", "-1", "<null>", "String"])
  }

  // MARK: Elements

  @Test("an insertion: the whole value after it, the elements and where they are now")
  func insertion() throws {
    let heard = hear(album, \.$tracks)
    album.mutableArray(\.$tracks).insert(["x", "y"], at: RangeSet([0..<1, 2..<3]))
    let change = try #require(heard.last)
    album.tracks = []
    // A change that is kept never alters.
    #expect(change.kind == .insertion && change.value == ["x", "a", "y", "b", "c"])
    #expect(change.indexes == RangeSet([0..<1, 2..<3]) && change.newElements == ["x", "y"])
    #expect(change.oldValue == nil && change.oldElements == nil)
    #expect("\(change)" == #"tracks: insertion at 0..<1 2..<3 to ["x", "a", "y", "b", "c"]"#)
  }

  @Test("a removal: the elements, if .old was asked for, and where they were")
  func removal() throws {
    let (heard, plain) = (hear(album, \.$tracks), hear(album, \.$tracks, []))
    album.mutableArray(\.$tracks).remove(at: RangeSet([0..<1, 2..<3]))
    let change = try #require(heard.last)
    #expect(change.kind == .removal && change.value == ["b"])
    #expect(change.indexes == RangeSet([0..<1, 2..<3]) && change.oldElements == ["a", "c"])
    #expect(change.newElements == nil && change.oldValue == nil)
    #expect(plain.last?.oldElements == nil && plain.last?.indexes == change.indexes)
  }

  @Test("a replacement: both elements, and where")
  func replacement() throws {
    let heard = hear(album, \.$tracks)
    album.mutableArray(\.$tracks)[1] = "x"
    let change = try #require(heard.last)
    #expect(change.kind == .replacement && change.value == ["a", "x", "c"])
    #expect(change.indexes == RangeSet(1..<2) && change.newElements == ["x"] && change.oldElements == ["b"])
  }

  @Test("a set has members that come and go, and no indexes")
  func members() throws {
    let heard = hear(album, \.$tags)
    let tags = album.mutableSet(\.$tags)
    tags.formUnion(["new", "live"])
    tags.set(["live", "loud"])
    tags.remove("loud")
    #expect(heard.changes.map(\.kind) == [.insertion, .replacement, .removal])
    #expect(heard.changes.map(\.value) == [["new", "live"], ["live", "loud"], ["live"]])
    #expect(heard.changes.map(\.newElements) == [["new", "live"], ["loud"], nil])
    #expect(heard.changes.map(\.oldElements) == [nil, ["new"], ["loud"]])
    #expect(heard.changes.allSatisfy { $0.indexes == nil && $0.oldValue == nil })
  }

  @Test("an array that can be nil, itself or by its path: the value is optional")
  func optionalArray() {
    let (extras, bonus) = (hear(album, \.$extras), hear(album, \.$bonus.$tracks))
    album.mutableArray(\.$extras).append("x")
    album.extras = nil
    #expect(extras.changes.map(\.kind) == [.insertion, .setting])
    #expect(extras.changes.map(\.value) == [["x"], nil] && extras.changes.map(\.oldValue) == [.none, .some(["x"])])
    #expect(extras.changes.map(\.newElements) == [.some(["x"]), .none])
    album.bonus = Album()
    album.bonus?.mutableArray(\.$tracks).removeLast()
    album.bonus = nil
    #expect(bonus.changes.map(\.keyPath).allSatisfy { $0 == "bonus.tracks" })
    #expect(bonus.changes.map(\.kind) == [.setting, .removal, .setting])
    #expect(bonus.changes.map(\.value) == [["a", "b", "c"], ["a", "b"], nil])
    #expect(bonus.changes.map(\.oldElements) == [.none, .some(["c"]), .none])
  }

  @Test("a computed array is set as a whole when elements of its trigger change")
  func computedArray() {
    let heard = hear(album, \.loudTracksProperty)
    album.mutableArray(\.$tracks).append("d")
    #expect(heard.changes.map(\.kind) == [.setting] && heard.last?.indexes == nil)
    #expect(heard.last?.value == ["A", "B", "C", "D"] && heard.last?.oldValue == ["A", "B", "C"])
  }

  @Test("after a set in another handler the value of a change of elements is the one after that")
  func changedAgain() {
    // The observer that was registered last is called first.
    let heard = hear(album, \.$tracks)
    let other = ClockView()
    other.kvoController.observe(album, \.$tracks) { _, album, change in
      if change.kind == .insertion { album.tracks = ["z"] }
    }
    album.mutableArray(\.$tracks).append("d")
    #expect(heard.changes.map(\.kind) == [.setting, .insertion])
    #expect(heard.changes.map(\.value) == [["z"], ["z"]])
    #expect(heard.last?.newElements == nil, "they are gone")
  }

  // MARK: Weak properties

  @Test("the object of a weak property is deallocated: the value is nil, and there is no old one")
  func weakObjectGone() {
    final class Desk: KeyValueObject {
      @ObservedWeak var clock: Clock?
    }
    let desk = Desk()
    var clock: Clock? = Clock()
    desk.clock = clock
    let (own, date) = (hear(desk, \.$clock), hear(desk, \.$clock.$date))
    clock?.date = 1
    clock = nil
    #expect(own.changes.map { $0.value == nil } == [true])
    #expect(own.changes.map { $0.oldValue == nil } == [true])
    #expect(date.changes.map(\.value) == [1, nil])
    #expect(date.changes.map(\.oldValue) == [.some(0), .none], "an object in its deinit is not read")
    clock = Clock()
    desk.clock = clock
    #expect(own.last?.value === clock && own.last?.oldValue.map { $0 == nil } == true)
  }
}

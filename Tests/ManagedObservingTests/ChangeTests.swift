import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// A list of tracks, with an optional list, a set, and a list in another object.
private class Album: KeyValueObject {
  @Observed var tracks: [String] = []
  @Observed var extras: [String]?
  @Observed var tags: Set<String> = []
  @Observed var bonus: Album?
  @Observed var main: Disc

  init(_ tracks: [String] = []) {
    main = Disc()
    super.init()
    self.tracks = tracks
  }
}

private final class Disc: KeyValueObject {
  @Observed var tracks: [String] = []
}

private final class Listener: KeyValueObject {}

@Suite("What a typed change carries", .watched) struct ChangeTests {
  private let album = Album(["a", "b", "c"])
  private let listener = Listener()
  private var controller: KVOController<Listener> { listener.kvoController }

  /// The changes of the property from now on.
  private final class Heard<Value> {
    var changes: [Change<Value>] = []
    var last: Change<Value>? { changes.last }
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

  // MARK: The value

  @Test("a setting: the value, the old value, and nothing about elements")
  func setting() throws {
    let heard = hear(album, \.$tracks)
    album.tracks = ["x"]
    let change = try #require(heard.last)
    #expect(change.kind == .setting && change.value == ["x"] && change.oldValue == ["a", "b", "c"])
    #expect(change.indexes == nil && change.newElements == nil && change.oldElements == nil)
    #expect("\(change)" == #"tracks: setting from ["a", "b", "c"] to ["x"]"#)
  }

  @Test("a change in place is a setting of the whole value")
  func inPlace() {
    let heard = hear(album, \.$tracks)
    album.tracks.append("d")
    #expect(heard.last?.kind == .setting && heard.last?.value == ["a", "b", "c", "d"])
  }

  @Test("an insertion: the whole value after it, the elements and where they are now")
  func insertion() throws {
    let heard = hear(album, \.$tracks)
    album.mutableArray(\.$tracks).insert(["x", "y"], at: RangeSet([0..<1, 2..<3]))
    let change = try #require(heard.last)
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
    #expect(change.indexes == RangeSet(1..<2))
    #expect(change.newElements == ["x"] && change.oldElements == ["b"])
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

  @Test("an array that can be nil: the value is optional, and a nil becomes an array")
  func optionalArray() {
    let heard = hear(album, \.$extras)
    album.mutableArray(\.$extras).append("x")
    album.extras = nil
    #expect(heard.changes.map(\.kind) == [.insertion, .setting])
    #expect(heard.changes.map(\.value) == [["x"], nil])
    #expect(heard.changes.map(\.newElements) == [.some(["x"]), .none])
    #expect(heard.changes.map(\.oldValue) == [.none, .some(["x"])])
  }

  @Test("elements at the end of a path; of a path through a nil, the value is optional")
  func pathToElements() throws {
    let (main, bonus) = (hear(album, \.$main.$tracks), hear(album, \.$bonus.$tracks))
    album.main.mutableArray(\.$tracks).append("x")
    let change = try #require(main.last)
    #expect(change.keyPath == "main.tracks" && change.kind == .insertion)
    #expect(
      change.value == ["x"] && change.newElements == ["x"] && change.indexes == RangeSet(0..<1))
    album.main = Disc()
    #expect(main.last?.kind == .setting && main.last?.value == [] && main.last?.oldValue == ["x"])
    album.bonus = Album(["y"])
    album.bonus?.mutableArray(\.$tracks).removeLast()
    album.bonus = nil
    #expect(bonus.changes.map(\.kind) == [.setting, .removal, .setting])
    #expect(bonus.changes.map(\.value) == [["y"], [], nil])
    #expect(bonus.changes.map(\.oldElements) == [.none, .some(["y"]), .none])
  }

  @Test("elements that a class announces by hand")
  func byHand() throws {
    final class Queue: KeyValueObject {
      @Observed var jobs = ["a"]
      override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }
      func add(_ job: String) {
        let indexes = RangeSet(jobs.count..<jobs.count + 1)
        willChange(.insertion, valuesAt: indexes, forKey: "jobs")
        jobs.append(job)
        didChange(.insertion, valuesAt: indexes, forKey: "jobs")
      }
    }
    let queue = Queue()
    let heard = hear(queue, \.$jobs)
    queue.add("b")
    let change = try #require(heard.last)
    #expect(change.kind == .insertion && change.value == ["a", "b"] && change.newElements == ["b"])
    controller.unobserve(queue)
  }

  @Test("the initial call carries the value and no old one")
  func initial() {
    let heard = hear(album, \.$tracks, [.initial, .old])
    #expect(heard.changes.map(\.value) == [["a", "b", "c"]])
    #expect(heard.last?.oldValue == nil && heard.last?.kind == .setting)
  }

  @Test("each set inside a pair by hand is a change, and so is the pair; each carries the present value")
  func pairByHand() {
    let heard = hear(album, \.$tracks)
    album.changing(\.$tracks) {
      album.tracks = ["x"]
      album.tracks = ["y"]
    }
    album.willChangeValue(for: \.$tracks)
    album.didChangeValue(for: \.$tracks)
    #expect(heard.changes.map(\.value) == [["x"], ["y"], ["y"], ["y"]])
    #expect(heard.changes.map(\.oldValue) == [["a", "b", "c"], ["x"], ["a", "b", "c"], ["y"]])
  }

  @Test("after a set in another handler the value of a change of elements is the one after that")
  func changedAgain() {
    // The observer that was registered last is called first.
    let heard = hear(album, \.$tracks)
    let other = Listener()
    other.kvoController.observe(album, \.$tracks) { _, album, change in
      if change.kind == .insertion { album.tracks = ["z"] }
    }
    album.mutableArray(\.$tracks).append("d")
    #expect(heard.changes.map(\.kind) == [.setting, .insertion])
    #expect(heard.changes.map(\.value) == [["z"], ["z"]])
    #expect(heard.last?.newElements == nil, "they are gone")
  }

  @Test("a change that is kept never alters")
  func kept() throws {
    let heard = hear(album, \.$tracks)
    album.mutableArray(\.$tracks).append("d")
    let change = try #require(heard.last)
    album.tracks = []
    #expect(change.value == ["a", "b", "c", "d"])
  }

  // MARK: The indexes and the elements

  /// The array after the change, out of what the array was before and what the change says of its elements.
  private func rows(_ rows: [String], after change: Change<[String]>) -> [String] {
    var rows = rows
    let places = (change.indexes ?? RangeSet()).ranges.flatMap(Array.init)
    switch change.kind {
    case .setting: return change.value
    case .insertion: for (place, element) in zip(places, change.newElements ?? []) { rows.insert(element, at: place) }
    case .removal: for place in places.reversed() { rows.remove(at: place) }
    case .replacement: for (place, element) in zip(places, change.newElements ?? []) { rows[place] = element }
    }
    return rows
  }

  @Test("every kind of change leads from the array before it to the one after it")
  func apply() {
    var rows = album.tracks
    controller.observe(album, \.$tracks) { _, _, change in rows = self.rows(rows, after: change) }
    let tracks = album.mutableArray(\.$tracks)
    tracks.append("d")
    #expect(rows == ["a", "b", "c", "d"])
    tracks.insert(["x", "y", "z"], at: RangeSet([0..<2, 4..<5]))
    #expect(rows == ["x", "y", "a", "b", "z", "c", "d"])
    tracks.remove(at: RangeSet([0..<2, 4..<5]))
    #expect(rows == ["a", "b", "c", "d"])
    tracks.replace(at: RangeSet([0..<1, 3..<4]), with: ["A", "D"])
    #expect(rows == ["A", "b", "c", "D"])
    tracks[1] = "B"
    #expect(rows == ["A", "B", "c", "D"])
    tracks.removeAll()
    #expect(rows == [])
    album.tracks = ["q"]
    #expect(rows == ["q"])
  }

  @Test("changes that arrive out of order, because a handler made the second, end in the right value")
  func outOfOrder() {
    var rows = album.tracks
    controller.observe(album, \.$tracks) { _, _, change in rows = change.value }
    let other = Listener()
    other.kvoController.observe(album, \.$tracks) { _, album, change in
      if change.value.count == 4 { album.mutableArray(\.$tracks).append("e") }
    }
    album.mutableArray(\.$tracks).append("d")
    #expect(album.tracks == ["a", "b", "c", "d", "e"])
    #expect(rows == album.tracks)
  }

  @Test("a copy that follows the elements always equals the property, and so does the value", arguments: 1...40)
  func appliedCopy(seed: Int) {
    var dice = Dice(seed: seed)
    var (rows, later) = (album.tracks, album.tracks)
    var pathRows: [String] = []
    var changes: [Change<[String]>] = []
    album.main.tracks = album.tracks
    pathRows = album.main.tracks
    controller.observe(album, \.$tracks, options: seed % 2 == 0 ? .old : []) { _, _, change in
      if change.kind != .setting && seed % 2 == 0 {
        let places = (change.indexes ?? RangeSet()).ranges.flatMap(Array.init)
        #expect((change.oldElements ?? []) == (change.kind == .insertion ? [] : places.map { rows[$0] }))
      }
      rows = self.rows(rows, after: change)
      #expect(change.value == rows)
      changes.append(change)
    }
    controller.observe(album, \.$main.$tracks) { _, _, change in
      pathRows = self.rows(pathRows, after: change)
      #expect(change.value == pathRows)
    }
    let direct = album.mutableArray(\.$tracks)
    for step in 0..<60 {
      // Drawn twice alike: once for each array.
      var again = dice
      mutate(direct, step, &dice) { album.tracks = $0 }
      mutate(album.main.mutableArray(\.$tracks), step, &again) { [album] tracks in
        if step % 3 == 0 {
          let disc = Disc()
          disc.tracks = tracks
          album.main = disc
        } else {
          album.main.tracks = tracks
        }
      }
      #expect(album.tracks == album.main.tracks)
      #expect(rows == album.tracks, "after step \(step) of seed \(seed): \(changes.last!)")
      #expect(pathRows == album.main.tracks, "after step \(step) of seed \(seed)")
    }
    for change in changes {
      later = self.rows(later, after: change)
      #expect(later == change.value, "kept: \(change)")
    }
  }

  /// One random change.
  private func mutate(
    _ array: MutableArrayValue<String>, _ step: Int, _ dice: inout Dice,
    _ setWhole: ([String]) -> Void
  ) {
    let count = array.elements.count
    func indexes(below count: Int) -> RangeSet<Int> {
      var indexes = RangeSet<Int>()
      for index in 0..<count where dice.roll(3) == 0 {
        indexes.insert(contentsOf: index..<index + 1)
      }
      return indexes
    }
    func elements(_ indexes: RangeSet<Int>) -> [String] {
      let places = indexes.ranges.reduce(0) { $0 + $1.count }
      return (0..<places).map { "\(step).\($0)" }
    }
    switch dice.roll(11) {
    case 0: array.append("\(step)")
    case 1: array.insert("\(step)", at: dice.roll(count + 1))
    case 2...3:
      // Where they are afterwards: any set of indexes whose gaps the old elements fill.
      let added = dice.roll(4) + 1
      var places = Array(0..<count + added)
      while places.count > added { places.remove(at: dice.roll(places.count)) }
      let indexes = RangeSet(places.map { $0..<$0 + 1 })
      array.insert(elements(indexes), at: indexes)
    case 4: if count > 0 { array.remove(at: dice.roll(count)) }
    case 5: array.remove(at: indexes(below: count))
    case 6: array.removeLast()
    case 7: if count > 0 { array[dice.roll(count)] = "\(step)" }
    case 8:
      let indexes = indexes(below: count)
      array.replace(at: indexes, with: elements(indexes))
    case 9: if dice.roll(4) == 0 { array.removeAll() } else { array.remove("\(step - 1)") }
    default: setWhole((0..<dice.roll(6)).map { "\(step) \($0)" })
    }
  }

  // MARK: Weak deaths

  @Test("the death of a weak property's object: the value is nil, and there is no old one")
  func weakDeath() {
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
    #expect(date.changes.map(\.oldValue) == [.some(0), .none], "a dying object is not read")
    clock = Clock()
    desk.clock = clock
    #expect(own.last?.value === clock && own.last?.oldValue.map { $0 == nil } == true)
  }
}

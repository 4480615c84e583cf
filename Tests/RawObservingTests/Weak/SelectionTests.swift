import Foundation
import RawObserving
import Testing

/// A list owns its items. What is selected is one of them, and held weakly.
private final class PlayList: KeyValueObject {
  @Observed var items: [Item] = []
  @Observed var itemSet: Set<Item> = []
  @Observed var current: Item?
  @Observed var note = ""
  @ObservedWeak var selected: Item?

  var status: String { "\(items.count) \(itemSet.count) \(current == nil) \(selected?.title ?? "-")" }

  override class var computedKeys: [ComputedKey] {
    [
      ComputedKey(
        "status", \PlayList.status, dependsOn: \.$items, \.$itemSet, \.$current, \.$selected.$title)
    ]
  }

  func clearStored() { _items.storedValue = [] }
}

private final class Item: KeyValueObject, Hashable {
  @Observed var title = "a"

  static func == (one: Item, other: Item) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What releases the last reference to the selected item.
private struct Way: Sendable {
  let name: String
  let run: @Sendable (PlayList) -> Void

  init(_ name: String, _ run: @escaping @Sendable (PlayList) -> Void) { (self.name, self.run) = (name, run) }

  static let all = [
    Way("items = []") { $0.items = [] },
    Way("removeAll") { $0.items.removeAll() },
    Way("removeLast") { $0.items.removeLast() },
    Way("remove(at:)") { $0.items.remove(at: 0) },
    Way("removeFirst") { $0.items.removeFirst(1) },
    Way("removeAll(where:)") { $0.items.removeAll { _ in true } },
    Way("items = filter") { list in list.items = list.items.filter { _ in false } },
    Way("items[0] =") { $0.items[0] = Item() },
    Way("swap") { list in
      var others: [Item] = []
      swap(&list.items, &others)
    },
    Way("storedValue") { $0.clearStored() },
    Way("mutableArray, remove") { $0.mutableArray(\.$items).remove(at: 0) },
    Way("mutableArray, replace") { $0.mutableArray(\.$items).replace(at: RangeSet(0..<1), with: [Item()]) },
    Way("mutableArray, removeAll") { $0.mutableArray(\.$items).removeAll() },
    Way("setValue of items") { $0.setValue([Item](), forKey: "items") },
    Way("set = []") { $0.itemSet = [] },
    Way("set, removeAll") { $0.itemSet.removeAll() },
    Way("set, removeFirst") { $0.itemSet.removeFirst() },
    Way("set, subtract") { list in list.itemSet.subtract(Array(list.itemSet)) },
    Way("mutableSet, removeAll") { $0.mutableSet(\.$itemSet).removeAll() },
    Way("current = nil") { $0.current = nil },
    Way("current, in place") { list in
      func clear(_ item: inout Item?) { item = nil }
      clear(&list.current)
    },
    Way("setValue of current") { $0.setValue(nil, forKey: "current") },
    Way("one change in place inside another") { list in
      func change<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }
      change(&list.items) { items in change(&list.note) { _ in items.removeAll() } }
    },
  ]
}

/// What is told of the death.
private enum Told: CaseIterable {
  case selected, status, selectedBesideOwner

  /// Runs the way with a list whose only item is selected. Returns the number of calls in which the whole list could be
  /// read, and the last that was read.
  func read(_ way: Way) -> (calls: Int, last: String) {
    let (list, recorder, unrelated) = (PlayList(), Recorder(), Recorder())
    do {
      let item = Item()
      if way.name.hasPrefix("set,") || way.name == "set = []" || way.name.hasPrefix("mutableSet") {
        list.itemSet = [item]
      } else if way.name.hasSuffix("current") || way.name.hasPrefix("current") {
        list.current = item
      } else {
        list.items = [item]
      }
      list.selected = item
    }
    var (calls, last) = (0, "")
    recorder.reaction = { _, _ in (calls, last) = (calls + 1, list.status) }
    let key = self == .status ? "status" : "selected"
    recorder.observe(list, key, self == .selected ? [] : [.new, .prior])
    if self == .selectedBesideOwner {
      for key in ["items", "itemSet", "current"] { unrelated.observe(list, key, .prior) }
    }
    way.run(list)
    if list.selected != nil { last = "not released" }
    list.removeObserver(recorder, forKeyPath: key)
    if self == .selectedBesideOwner {
      for key in ["items", "itemSet", "current"] { list.removeObserver(unrelated, forKeyPath: key) }
    }
    return (calls, last)
  }
}

@Suite("A list owns what a weak property holds", .watched) struct SelectionTests {
  @Test("a death outside of every change in place is announced at once, even after one")
  func atOnce() {
    let (list, recorder) = (PlayList(), Recorder())
    recorder.observe(list, "selected", .new)
    var item: Item? = Item()
    (list.selected, list.items) = (item, [Item()])
    list.items.removeAll()
    #expect(recorder.calls == 1)
    item = nil
    #expect(recorder.calls == 2)
    list.removeObserver(recorder, forKeyPath: "selected")
  }

  @Test("a death in the middle of a change is announced when the change is over", arguments: [false, true])
  func everyWay(inCurrentEra: Bool) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { [inCurrentEra] in
      if inCurrentEra { Era.use(.current) }
      for told in Told.allCases {
        for way in Way.all {
          let (calls, last) = told.read(way)
          let isReplaced = way.name == "items[0] =" || way.name == "mutableArray, replace"
          let isRight = calls > 0 && last == (isReplaced ? "1 0 true -" : "0 0 true -")
          print(told, way.name, isRight ? "" : "wrong: \(calls) calls, \(last)")
          fflush(nil)
        }
      }
    }
    // The last line says which way was the last one that did not end the process.
    let lines = result?.outputLines.filter { !$0.isEmpty } ?? []
    #expect(lines.count == Told.allCases.count * Way.all.count, "\(lines.last ?? "")")
    #expect(lines.filter { $0.contains("wrong") } == [])
  }

  @Test("the first observer of a weak property in the process may be added inside the change")
  func firstObserver() async {
    await #expect(processExitsWith: .success) {
      let (list, recorder) = (PlayList(), Recorder())
      list.items = [Item()]
      list.selected = list.items[0]
      var count: Int?
      recorder.reaction = { _, _ in count = list.items.count }
      edit(&list.items) { items in
        recorder.observe(list, "selected", .new)
        items.removeAll()
      }
      precondition(recorder.calls == 1 && count == 0)
      list.removeObserver(recorder, forKeyPath: "selected")
    }
  }

  @Test("a death is not announced if the property is set again before the change is over")
  func setAgain() {
    let (list, recorder) = (PlayList(), Recorder())
    list.items = [Item(), Item()]
    list.selected = list.items[0]
    recorder.observe(list, "selected", .new)
    edit(&list.items) { items in
      items.removeFirst()
      list.selected = items.first
    }
    #expect(recorder.calls == 1)
    edit(&list.items) { items in
      items.removeAll()
      list.selected = Item()  // dies at once, and is the last that was set
    }
    #expect(recorder.calls == 3 && list.selected == nil)
    list.removeObserver(recorder, forKeyPath: "selected")
  }

  @Test("a change that is held across an await waits for the deaths that its task causes on another thread")
  func heldAcrossAwait() async {
    await #expect(processExitsWith: .success) {
      await Task.detached {
        for _ in 0..<50 {
          let (list, recorder) = (PlayList(), Recorder())
          list.items = [Item()]
          list.selected = list.items[0]
          recorder.observe(list, "selected", .new)
          recorder.reaction = { _, _ in _ = list.items.count }
          await clear(&list.items)
          precondition(recorder.calls == 1)
          list.removeObserver(recorder, forKeyPath: "selected")
        }
      }.value
    }
  }

  @Test("a change that one task holds across an await does not delay a death in another task, or outside of tasks")
  func heldElsewhere() async {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (over, end) = AsyncStream.makeStream(of: Void.self)
    let holder = Task.detached {
      let list = PlayList()
      list.selected = nil  // from here on deaths are announced
      await hold(&list.items, begin, until: over)
    }
    for await _ in begun { break }
    @Sendable func callsAtDeath() -> Int {
      let (list, recorder) = (PlayList(), Recorder())
      recorder.observe(list, "selected", .new)
      do { list.selected = Item() }
      defer { list.removeObserver(recorder, forKeyPath: "selected") }
      return recorder.calls
    }
    #expect(callsAtDeath() == 2)
    let calls = Locked(0)
    onThreads(1) { _ in
      let count = callsAtDeath()
      calls.withLock { $0 = count }
    }
    #expect(calls.withLock { $0 } == 2)
    end.finish()
    await holder.value
  }

  @Test("a death that the comparison of members causes waits too")
  func comparedMembers() async {
    await #expect(processExitsWith: .success) {
      var (comparison, isReleased) = (0, true)
      while isReleased {
        comparison += 1
        let (list, recorder, keeper) = (KeeperList(), Recorder(), Keeper())
        list.keepers = [keeper]
        list.selected = keeper.item
        recorder.observe(list, "selected", .new)
        recorder.reaction = { _, _ in _ = list.keepers.count }
        keeper.comparisonsLeft = comparison
        list.mutableSet(\.$keepers).removeAll()
        isReleased = keeper.item == nil
        #expect(recorder.calls == (isReleased ? 1 : 0))
        list.removeObserver(recorder, forKeyPath: "selected")
      }
      #expect(comparison > 1)
    }
  }
}

/// A member that lets go of its item while it is hashed.
private final class Keeper: Hashable {
  var item: Item? = Item()
  var comparisonsLeft = 0

  static func == (one: Keeper, other: Keeper) -> Bool { one === other }

  func hash(into hasher: inout Hasher) {
    comparisonsLeft -= 1
    if comparisonsLeft == 0 { item = nil }
    hasher.combine(0)
  }
}

private final class KeeperList: KeyValueObject {
  @Observed var keepers: Set<Keeper> = []
  @ObservedWeak var selected: Item?
}

private func hold(
  _ items: inout [Item], _ begin: AsyncStream<Void>.Continuation, until over: AsyncStream<Void>
) async {
  begin.yield()
  for await _ in over {}
}

private func edit(_ items: inout [Item], _ body: (inout [Item]) -> Void) { body(&items) }

private func clear(_ items: inout [Item]) async {
  for _ in 0..<5 { try? await Task.sleep(nanoseconds: 10_000) }
  items.removeAll()
}

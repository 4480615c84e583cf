import Foundation
import Testing

@testable import RawObserving
import TestSupport

/// It replaces what its wrappers hold, or the wrappers themselves.
private class Bureau: KeyValueObject {
  @Observed var number = 1
  @Observed var name: String?
  @Observed var items: [Int] = [1]
  @Observed var members: Set<Int> = [1]
  @Observed var child: Node?
  @ObservedWeak var guest: Node?
  @Observed var desk: Bureau?

  var storedNumber: Int {
    get { _number.storedValue }
    set { _number.storedValue = newValue }
  }
  var storedChild: Node? {
    get { _child.storedValue }
    set { _child.storedValue = newValue }
  }
  var storedGuest: Node? {
    get { _guest.storedValue }
    set { _guest.storedValue = newValue }
  }

  func changeStoredItems() { _items.storedValue.append(2) }

  /// Assigns another wrapper to each property.
  func replaceWrappers() {
    _number = Observed(wrappedValue: 2)
    _name = Observed(wrappedValue: "two")
    _items = Observed(wrappedValue: [2])
    _members = Observed(wrappedValue: [2])
    _child = Observed(wrappedValue: nil)
    _guest = ObservedWeak(wrappedValue: nil)
    _desk = Observed(wrappedValue: nil)
  }
}

private final class LowerDesk: Bureau {}

private let keptDesks = Locked<[Bureau]>([])

/// Keeps the desk until the process ends. Once its wrappers are replaced its observers cannot be removed, so its
/// deinit would raise. Reachable from a global, it is no leak.
private func keepForever(_ desk: Bureau) { keptDesks.withLockUnchecked { $0.append(desk) } }

@Suite("storedValue", .watched)
struct StoredValueTests {
  private let desk = LowerDesk()

  @Test("what is written is read, and not announced; the next change tells it as the old value")
  func numbers() {
    let heard = desk.heard("number", [.new, .old, .prior]) {
      desk.storedNumber = 5
      #expect(desk.number == 5 && desk.value(forKey: "number") as? Int == 5)
      desk.number = 6
      #expect(desk.storedNumber == 6)
      desk.storedNumber += 1
    }
    #expect(heard == [Heard("number", old: 5, isPrior: true), Heard("number", new: 6, old: 5)])
    #expect(desk.number == 7)
    #expect(desk.heard("items") { desk.changeStoredItems() } == [])
    #expect(desk.items == [1, 2])
  }

  @Test("a weak property: what is written is read, and not announced")
  func weakly() {
    let (first, second) = (Node(), Node())
    let heard = desk.heard("guest") {
      desk.storedGuest = first
      #expect(desk.guest === first && desk.storedGuest === first)
      desk.guest = second
      #expect(desk.storedGuest === second)
      desk.storedGuest = nil
      #expect(desk.guest == nil)
    }
    #expect(heard == [Heard("guest", new: ObjectIdentifier(second), old: ObjectIdentifier(first))])
  }

  @Test("an object that a weak property held before is not watched any more")
  func weakWatch() {
    var first: Node? = Node()
    let second = Node()
    desk.guest = first
    let heard = desk.heard("guest", .new) {
      desk.storedGuest = second
      first = nil
    }
    #expect(heard == [])
  }
}

@Suite("Another wrapper in the place of the one that is observed", .watched)
struct ReplacedWrapperTests {
  private let desk = Bureau()
  private let recorder = Recorder()

  private static let steps: [(name: String, key: String, step: @Sendable (Bureau, Recorder) throws -> Void)] = [
    ("add", "number", { try $0.register($1, keyPath: "number", options: [], context: nil) }),
    ("add, other options", "number", { try $0.register($1, keyPath: "number", options: [.new, .old], context: nil) }),
    ("add a path", "child", { try $0.register($1, keyPath: "child.text", options: [], context: nil) }),
    ("add a weak one", "guest", { try $0.register($1, keyPath: "guest", options: [], context: nil) }),
    ("remove", "name", { try $0.unregister($1, keyPath: "name", context: .any) }),
    ("remove a path", "child", { try $0.unregister($1, keyPath: "child.number", context: .any) }),
    ("remove a weak one", "guest", { try $0.unregister($1, keyPath: "guest", context: .any) }),
    ("will", "number", { desk, _ in try desk.announceWill("number") }),
    ("will of a head", "child", { desk, _ in try desk.announceWill("child") }),
    ("will of elements", "items", { desk, _ in try desk.announceWill(.insertion, at: at(0), of: "items") }),
    ("will of members", "members", { desk, _ in try desk.announceWill(.union, Set([1]), of: "members") }),
    ("will of a weak one", "guest", { desk, _ in try desk.announceWill("guest") }),
  ]

  private func observeAll() {
    for path in ["number", "name", "items", "members", "child.number", "guest", "desk"] {
      desk.addObserver(recorder, forKeyPath: path, options: [.new, .old])
    }
  }

  @Test("after it, the next call ends the process and names storedValue", arguments: Self.steps.map(\.name))
  func raises(name: String) throws {
    let found = try #require(Self.steps.first { $0.name == name })
    observeAll()
    desk.replaceWrappers()
    let raised = violation { try found.step(desk, recorder) }
    #expect(raised != nil && raised?.id.exception == nil)
    #expect(raised?.reason.contains("Another wrapper has been assigned to the property \"\(found.key)\"") == true)
    #expect(raised?.reason.contains("Assign to _\(found.key).storedValue instead of _\(found.key)") == true)
    keepForever(desk)
    #expect(recorder.calls == 0)
  }

  @Test("a did whose will came before it raises")
  func did() throws {
    observeAll()
    try desk.announceWill("number")
    desk.replaceWrappers()
    let raised = violation { try desk.announceDid("number") }
    #expect(raised?.reason.contains("_number.storedValue") == true)
    #expect(ThreadState.current.pop("number", of: desk.observationInfo!) == nil)
    keepForever(desk)
  }

  @Test("one at the end of a path raises, too")
  func endOfPath() {
    let lower = Bureau()
    desk.desk = lower
    desk.addObserver(recorder, forKeyPath: "desk.number")
    lower.replaceWrappers()
    #expect(violation { try lower.announceWill("number") }?.reason.contains("storedValue") == true)
    desk.removeObserver(recorder, forKeyPath: "desk.number")
    #expect(desk.waiting + lower.waiting == 0)
  }

  @Test("before anything is observed it is fine, in init too, and the new one is observed")
  func beforeObserving() {
    desk.replaceWrappers()
    desk.replaceWrappers()
    #expect(desk.number == 2)
    let heard = desk.heard("number") {
      desk.number = 3
      desk.number += 1
      desk.setValue(5, forKey: "number")
    }
    #expect(heard == [(2, 3), (3, 4), (4, 5)].map { Heard("number", new: $1, old: $0) })
    final class Preset: KeyValueObject {
      @Observed var number = 1
      init(_ number: Int) {
        super.init()
        _number = Observed(wrappedValue: number)
      }
    }
    let preset = Preset(7)
    #expect(preset.heard("number") { preset.number = 8 } == [Heard("number", new: 8, old: 7)])
  }

  @Test("a wrapper that two objects have: the second to be observed raises")
  func shared() throws {
    final class Copy: KeyValueObject {
      @Observed var number = 0
      @Observed var other = 0
      init(of original: Copy?) {
        super.init()
        if let original { _number = original._number }
      }
      func swapWrappers() { swap(&_number, &_other) }
    }
    let original = Copy(of: nil)
    let copy = Copy(of: original)
    original.addObserver(recorder, forKeyPath: "number")
    let raised = violation {
      try copy.register(recorder, keyPath: "number", options: [], context: nil)
    }
    #expect(raised != nil && raised?.id.exception == nil)
    #expect(raised?.reason.contains("Assign to _number.storedValue instead of _number") == true)
    #expect(violation { try copy.announceWill("number") } == nil)
    original.swapWrappers()
    #expect(
      violation { try original.register(recorder, keyPath: "other", options: [], context: nil) }?
        .reason.contains("Assign to _other.storedValue") == true)
    original.swapWrappers()
    original.removeObserver(recorder, forKeyPath: "number")
    #expect(copy.activeRegistrations.isEmpty)
  }

  @Test("a set through a wrapper of another object that is observed ends the process: its observers are not called")
  func setThroughShared() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      final class Copy: KeyValueObject {
        @Observed var number = 0
        init(of original: Copy?) {
          super.init()
          if let original { _number = original._number }
        }
      }
      let original = Copy(of: nil)
      let recorder = Recorder()
      recorder.reaction = { _, _ in print("called") }
      original.addObserver(recorder, forKeyPath: "number")
      Copy(of: original).number = 7
    }
    expectDeath(
      result,
      """
      Another wrapper has been assigned to the property "number" of <Copy 0x…>, and its observers \
      are registered with the one before. Assign to _number.storedValue instead of _number.
      """)
  }

  @Test("another key of the same object is not concerned")
  func otherKey() {
    final class Half: KeyValueObject {
      @Observed var left = 0
      @Observed var right = 0
      func replaceLeft() { _left = Observed(wrappedValue: 1) }
    }
    let half = Half()
    let heard = half.heard("right") {
      half.replaceLeft()
      half.right = 1
      half.left = 2
    }
    #expect(heard == [Heard("right", new: 1, old: 0)])
    #expect(half.heard("left") { half.left = 3 } == [Heard("left", new: 3, old: 2)])
  }
}

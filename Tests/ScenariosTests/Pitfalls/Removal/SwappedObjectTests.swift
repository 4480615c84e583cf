import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-6 swapped object", .watched)
struct SwappedObjectTests {
  private final class HallClock: Clock {}

  @Test("raw: removing from the new object ends the process, and names the new object")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = Recorder()
      let kitchen = Clock()
      var clock = kitchen
      clock.addObserver(view, forKeyPath: "date")
      clock = HallClock()
      clock.removeObserver(view, forKeyPath: "date")
    }
    let text = text(try #require(result).standardErrorContent)
    #expect(text.contains("'NSRangeException'"))
    #expect(text.contains(#"for the key path "date" from <HallClock 0x"#))
  }

  @Test("raw: until then the registration stays with the old object, and the new one is not heard")
  func rawStays() {
    var clock = Clock()
    let old = clock
    let view = Recorder()
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock = Clock()
    clock.date = 1
    #expect(view.changes.isEmpty)
    old.date = 2
    #expect(view.changes.count == 1)
    old.removeObserver(view, forKeyPath: "date")
  }

  @Test(
    "raw: an old object that nobody else keeps dies while it is observed, in the middle of the swap"
  )
  func rawSwapDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      var clock = Clock()
      let view = Recorder()
      clock.addObserver(view, forKeyPath: "date")
      clock = Clock()
      _ = clock.date
      FileHandle.standardError.write(Data("the swap is over".utf8))
    }
    let text = text(try #require(result).standardErrorContent)
    #expect(text.contains("was deallocated while key value observers were still registered"))
    #expect(!text.contains("the swap is over"))
  }

  /// Moves its registration with its clock.
  private final class MovingView: KeyValueObject {
    var clock: Clock {
      willSet { clock.removeObserver(self, forKeyPath: "date") }
      didSet { clock.addObserver(self, forKeyPath: "date", options: .new) }
    }
    var dates: [Int] = []

    init(_ clock: Clock) {
      self.clock = clock
      super.init()
      clock.addObserver(self, forKeyPath: "date", options: .new)
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      dates.append(change.newValue as? Int ?? -1)
    }
  }

  @Test(
    "raw: a setter that moves the registration hears the new object alone, and removes in peace")
  func rawMoves() {
    let (old, new) = (Clock(), Clock())
    let view = MovingView(old)
    view.clock = new
    old.date = 1
    new.date = 2
    #expect(view.dates == [2])
    view.clock.removeObserver(view, forKeyPath: "date")
    new.date = 3
    #expect(view.dates == [2])
  }

  @Test("managed: unobserving the new object does nothing, and the old one stays observed")
  func managedStays() {
    let (old, new) = (Clock(), Clock())
    let view = Recorder()
    let controller = KVOController(observer: view)
    controller.observe(old, keyPath: "date", context: nil)
    controller.unobserve(new, keyPath: "date")
    new.date = 1
    #expect(view.changes.isEmpty)
    old.date = 2
    #expect(view.changes.count == 1)
  }

  @Test("managed: unobserveAll() needs no object, and ends it")
  func managedAll() {
    let old = Clock()
    let view = Recorder()
    let controller = KVOController(observer: view)
    controller.observe(old, keyPath: "date", context: nil)
    controller.unobserveAll()
    old.date = 1
    #expect(view.changes.isEmpty)
  }

  @Test("managed: a setter that moves the observation lets the old object go")
  func managedMoves() {
    var old: Clock? = Clock()
    weak let probe = old
    let new = Clock()
    let view = Recorder()
    let controller = KVOController(observer: view)
    controller.observe(old, keyPath: "date", context: nil)
    controller.unobserve(old, keyPath: "date")
    controller.observe(new, keyPath: "date", context: nil)
    old = nil
    #expect(probe == nil)
    new.date = 1
    #expect(view.changes.count == 1)
  }
}

import Foundation
import Harness
import ManagedObserving
import RawObserving

/// THR-7: a lock is held while a property is set, and the callback asks for the same lock.
enum LockAcrossSet {
  static let pitfall = Pitfall(
    "THR-7", "lock-across-set", "A lock is held across a set, and the callback takes it",
    frequency: .rare, symptoms: [.hangs],
    change: .delete(#"willChangeValue(forKey: "temperature")"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the temperature is set under the lock", .finds("the display reads nothing: \(deadlock)"),
      wanted: "the display reads 21", raw),
    .raw("the change is announced outside the lock", .finds("the display reads 21"), announcedOutside),
    .managed(
      "the temperature is set under the lock, and the call is made later",
      .finds("the display reads 21, once the lock is released")
    ) { story in MainActor.assumeIsolated { later(story) } },
    .managed(
      "the temperature is set under the lock", .finds("the display reads nothing: \(deadlock)"),
      wanted: "the display reads 21", sameMistake: true, managed),
  ]

  /// What the system reports for a thread that asks for a lock it already holds.
  private static let deadlock = String(cString: strerror(EDEADLK))

  /// Reads the temperature, which other threads may set: under the lock.
  private final class Display: KeyValueObject {
    private let lock: CheckingLock
    private(set) var shown = "nothing"

    init(_ lock: CheckingLock) {
      self.lock = lock
    }

    func read(_ room: Room) {
      var degrees = 0
      let failure = lock.withLock { degrees = room.temperature }
      shown = failure.map { "nothing: \($0)" } ?? "\(degrees)"
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if let room = object as? Room { read(room) }
    }
  }

  /// A room that any thread can heat, under a lock.
  private class Room: KeyValueObject {
    @Observed var temperature = 18
    let lock = CheckingLock()

    func heat(to degrees: Int) {}
  }

  // snippet.raw
  /// Sets the temperature while it holds the lock, so the observers are called under the lock.
  private final class HastyRoom: Room {
    override func heat(to degrees: Int) {
      _ = lock.withLock { temperature = degrees }
    }
  }
  // snippet.end

  // snippet.announced-outside
  /// Sets the temperature under the lock, and announces the change outside it.
  private final class CarefulRoom: Room {
    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }

    override func heat(to degrees: Int) {
      willChangeValue(forKey: "temperature")
      _ = lock.withLock { temperature = degrees }
      didChangeValue(forKey: "temperature")
    }
  }
  // snippet.end

  private static func raw(_ story: Story) -> String { heat(HastyRoom()) }
  private static func announcedOutside(_ story: Story) -> String { heat(CarefulRoom()) }

  private static func heat(_ room: Room) -> String {
    let display = Display(room.lock)
    room.addObserver(display, forKeyPath: "temperature")
    room.heat(to: 21)
    room.removeObserver(display, forKeyPath: "temperature")
    return "the display reads \(display.shown)"
  }

  @MainActor
  private static func later(_ story: Story) -> String {
    weak var probe: Room?
    let finding = {
      let room = HastyRoom()
      probe = room
      return heatLater(room, story)
    }()
    // The closure, which captured the room, is released on the main thread.
    runMainThread { probe == nil }
    return finding
  }

  @MainActor
  private static func heatLater(_ room: Room, _ story: Story) -> String {
    let display = Display(room.lock)
    display.kvoController.observe(room, \.$temperature, on: .shared) { display, _ in
      display.read(room)
    }
    room.heat(to: 21)
    story.say("the lock is released, and the display has read \(display.shown)")
    runMainThread { display.shown != "nothing" }
    return "the display reads \(display.shown), once the lock is released"
  }

  private static func managed(_ story: Story) -> String {
    let room = HastyRoom()
    let display = Display(room.lock)
    display.kvoController.observe(room, \.$temperature) { display, room, _ in
      display.read(room)
    }
    room.heat(to: 21)
    return "the display reads \(display.shown)"
  }
}

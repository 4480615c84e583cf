import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("THR-7 lock across a set", .watched)
struct LockAcrossSetTests {
  /// A thermostat whose lock is held while it is set, or not.
  private final class Room: KeyValueObject {
    @Observed var temperature = 18
    @Observed var comfort = 0
    let lock = NSLock()

    func heatUnderLock() { lock.withLock { temperature = 21 } }

    func heatAndNotifyOutside() {
      willChangeValue(forKey: "comfort")
      lock.withLock { comfort = 1 }
      didChangeValue(forKey: "comfort")
    }

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key != "comfort"
    }
  }

  /// Tries to get the lock in its callback, and does not wait for it.
  private final class Display: KeyValueObject {
    private(set) var attempts: [Bool] = []

    func attempt(_ room: Room) {
      attempts.append(room.lock.try())
      if attempts.last == true { room.lock.unlock() }
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if let room = object as? Room { attempt(room) }
    }
  }

  private let room = Room()
  private let display = Display()

  @Test("managed: the handler runs inside the set as well")
  func managed() {
    display.kvoController.observe(room, \.$temperature) { display, room, _ in
      display.attempt(room)
    }
    room.heatUnderLock()
    #expect(display.attempts == [false])
  }

  @Test("managed: a change announced outside the lock finds it open")
  func managedOutside() {
    display.kvoController.observe(room, \.$comfort) { display, room, _ in
      display.attempt(room)
    }
    room.heatAndNotifyOutside()
    #expect(display.attempts == [true])
  }

  @Test("the story's lock says what another one would wait for")
  func theStorysLock() {
    let found = LockAcrossSet.acts[0].body(Story())
    #expect(found.hasSuffix(String(cString: strerror(EDEADLK))), "\(found)")
  }
}

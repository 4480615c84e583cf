import Foundation
import ManagedObserving
import RawObserving
import TestSupport
import Testing

// This module's code is on the main actor by default, as in a new project of Xcode 26.

// snippet.classes
/// It has no deinit in the source, so the compiler writes an isolated one.
class Panel {
  private let scope: ScopedObservation
  init(_ scope: ScopedObservation) { self.scope = scope }
}

/// A deinit that is written is not isolated, even if it is empty.
final class WrittenPanel {
  private let scope: ScopedObservation
  init(_ scope: ScopedObservation) { self.scope = scope }
  deinit {}
}

/// Nor is the deinit of a class that is `nonisolated`.
nonisolated final class FreePanel {
  private let scope: ScopedObservation
  init(_ scope: ScopedObservation) { self.scope = scope }
}
// snippet.end

/// Neither this class nor its superclass has a deinit in the source.
final class SmallPanel: Panel {}

nonisolated class FreeBase {}

/// Its superclass makes it nonisolated.
final class FreeSubclass: FreeBase {
  private let scope: ScopedObservation
  init(_ scope: ScopedObservation) { self.scope = scope }
}

nonisolated protocol Shared: Sendable {}

/// So does its protocol.
// Sound because nothing uses the token but the deinit.
final class SharedPanel: Shared, @unchecked Sendable {
  private let scope: ScopedObservation
  init(_ scope: ScopedObservation) { self.scope = scope }
}

nonisolated final class Clock: KeyValueObject {
  @Observed var date = 0
}

/// Counts what arrives.
nonisolated final class Display: KeyValueObject {
  private(set) var dates: [Int] = []
  func show(_ clock: Clock) -> ScopedObservation {
    kvoController.observe(clock, \.$date) { display, _, change in display.dates.append(change.value) }.scoped()
  }
}

/// The last reference to an object, and the clock that another thread sets.
// Sound because one thread waits for the other.
nonisolated final class Handed: @unchecked Sendable {
  let clock: Clock
  private var panel: AnyObject?
  init(_ clock: Clock, _ panel: AnyObject) { (self.clock, self.panel) = (clock, panel) }

  /// Releases the object, and then sets the date.
  func releaseAndSet() {
    panel = nil
    clock.date = 1
  }
}

@Suite("A class on the main actor by default, and its stored token", .watched) struct ImplicitDeinitTests {
  private let clock = Clock()
  private let display = Display()

  /// Has another thread release the panel, and then set the date to 1. Returns what has arrived.
  private func released(_ panel: (ScopedObservation) -> AnyObject) -> [Int] {
    let handed = Handed(clock, panel(display.show(clock)))
    let isOver = DispatchSemaphore(value: 0)
    Thread {
      handed.releaseAndSet()
      isOver.signal()
    }.start()
    isOver.wait()
    return display.dates
  }

  @Test("without a deinit: the token ends on the main actor, after the release has returned", arguments: [false, true])
  func implicit(isSubclass: Bool) async {
    #expect(released { isSubclass ? SmallPanel($0) : Panel($0) } == [1])
    await waitUntil { clock.activeObservations.isEmpty }
    clock.date = 2
    #expect(display.dates == [1])
  }

  @Test("with a deinit that is written, and in a class that is not isolated: the token ends in the release")
  func explicit() {
    #expect(released { WrittenPanel($0) } == [])
    #expect(released { FreePanel($0) } == [])
    #expect(released { FreeSubclass($0) } == [])
    #expect(released { SharedPanel($0) } == [])
  }
}

import ManagedObserving
import Observation
import RawObserving
import Testing

@testable import Scenarios

@MainActor
@Suite("MOD-16 equal object", .watched)
struct EqualObjectTests {
  fileprivate final class Numbered: Equatable {
    let number: Int

    init(_ number: Int) { self.number = number }

    nonisolated static func == (first: Numbered, second: Numbered) -> Bool { first.number == second.number }
  }

  fileprivate final class Plain {}

  @MainActor
  @Observable
  fileprivate final class Player {
    var numbered = Numbered(1)
    var plain = Plain()
    var optional: Plain? = Plain()
  }

  private let player = Player()

  private func isAnnounced(_ read: @autoclosure () -> Any?, when change: () -> Void) -> Bool {
    let isAnnounced = Locked(false)
    withObservationTracking {
      _ = read()
    } onChange: {
      isAnnounced.withLock { $0 = true }
    }
    change()
    return isAnnounced.withLock { $0 }
  }

  @Test("misused: an equal object is stored, and not announced; one that is not equal is announced")
  func equal() {
    let other = Numbered(1)
    #expect(!isAnnounced(player.numbered) { player.numbered = other })
    #expect(player.numbered === other)
    #expect(isAnnounced(player.numbered) { player.numbered = Numbered(2) })
  }

  @Test("used correctly: of a class that is not Equatable, another object is announced and the same one is not")
  func plain() {
    #expect(isAnnounced(player.plain) { player.plain = Plain() })
    #expect(!isAnnounced(player.plain) { player.plain = player.plain })
  }

  @Test("the same object in an optional of such a class is announced")
  func optional() {
    #expect(isAnnounced(player.optional) { player.optional = player.optional })
  }

  @Test("key-value observing announces every set")
  func keyValueObserving() {
    final class ObservedPlayer: KeyValueObject { @Observed var track = Numbered(1) }
    let (player, view) = (ObservedPlayer(), KeyValueObject())
    let calls = Locked(0)
    view.kvoController.observe(player, \.$track) { _, _, _ in calls.withLock { $0 += 1 } }
    player.track = Numbered(1)
    player.track = player.track
    #expect(calls.withLock { $0 } == 2)
  }
}

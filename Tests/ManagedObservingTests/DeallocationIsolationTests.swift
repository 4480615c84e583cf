import Dispatch
import ManagedObserving
import RawObserving
import TestSupport
import Testing

/// The page "Threads and isolation": what a deallocation on another thread calls. Nothing here is `@unchecked Sendable`.
@Suite("What a deallocation calls, and on which thread", .watched) struct DeallocationIsolationTests {
  // snippet.models
  final class Desk: KeyValueObject { @ObservedWeak var clock: Clock? }

  @MainActor class Owner { let clock = Clock() }
  // snippet.end

  // snippet.isolated
  @MainActor final class IsolatedOwner: Owner {
    isolated deinit {}
  }
  // snippet.end

  /// A view of the clock that another object owns.
  @MainActor final class View {
    let desk = Desk()
    private(set) lazy var controller = KVOController(observer: self)
    /// The value of each change, and whether its call was on the main queue.
    private(set) var dates: [Int?] = []
    private(set) var isMain: [Bool] = []

    func note(_ date: Int?) {
      dates.append(date)
      isMain.append(DispatchQueue.isOnMain)
    }

    func observe() {
      // snippet.plain
      controller.observe(desk, \.$clock.$date) { view, _, change in view.note(change.value) }
      // snippet.end
    }

    func observeOnMainActor() {
      // snippet.shared
      controller.observe(desk, \.$clock.$date, on: .shared) { view, change in view.note(change.value) }
      // snippet.end
    }

    /// Hands the owner to a task, which releases the last reference to it. The main actor waits, so nothing races.
    func release(_ owner: consuming Owner) async {
      desk.clock = owner.clock
      let held = Locked<Owner?>(owner)
      _ = consume owner
      await Task.detached { withExtendedLifetime(held.withLock { $0.take() }) {} }.value
      await waitUntil { self.dates.last == .some(nil) }
    }
  }

  @Test("a handler runs on the thread that deallocates")
  @MainActor func plain() async {
    let view = View()
    view.observe()
    await view.release(Owner())
    #expect(view.dates == [0, nil] && view.isMain == [true, false])
  }

  @Test("with on: .shared it runs on the main actor")
  @MainActor func shared() async {
    let view = View()
    view.observeOnMainActor()
    await view.release(Owner())
    #expect(view.dates == [0, nil] && view.isMain == [true, true])
  }

  @Test("and so it does if the owner is deallocated there")
  @MainActor func isolated() async {
    let view = View()
    view.observe()
    await view.release(IsolatedOwner())
    #expect(view.dates == [0, nil] && view.isMain == [true, true])
  }
}

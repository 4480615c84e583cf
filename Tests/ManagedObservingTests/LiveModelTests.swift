import Foundation
import ManagedObserving
import RawObserving
import TestSupport
import Testing

/// The page "Threads and isolation": a model that another thread changes while it is attached to.
@Suite("A model that another thread changes", .watched) struct LiveModelTests {
  // snippet.model
  /// A count that one thread changes and others observe.
  // Sound because every access to the count holds the lock.
  final class Meter: KeyValueObject, @unchecked Sendable {
    @Observed private(set) var count = 0
    private let lock = NSLock()

    func add(_ number: Int) { lock.withLock { count += number } }

    /// Runs the body while no other thread can change the count.
    @discardableResult func locked<Result>(_ body: () -> Result) -> Result { lock.withLock(body) }
  }
  // snippet.end

  @MainActor final class Label {
    var counts: [Int] = []
    private lazy var controller = KVOController(observer: self)

    func show(_ meter: Meter) {
      // snippet.attach
      meter.locked {
        controller.observe(meter, \.$count, options: .initial, on: .shared) { label, change in
          label.counts.append(change.value)
        }
      }
      // snippet.end
    }
  }

  /// A sum that belongs to an actor.
  // snippet.actor
  actor Statistics {
    private(set) var counts: [Int] = []

    func follow(_ changes: AsyncStream<Change<Int>>) async {
      for await change in changes { counts.append(change.value) }
    }
  }
  // snippet.end

  private static let end = 2_000

  /// The counts from the first one that was seen to the last one, without a gap.
  private func expectAll(_ counts: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
    let first = counts.first ?? 0
    #expect(counts == Array(first...Self.end), sourceLocation: sourceLocation)
  }

  @Test("the first value and every later one arrive, in order, without a gap")
  @MainActor func attach() async {
    let (meter, label) = (Meter(), Label())
    let thread = Task.detached { for _ in 0..<Self.end { meter.add(1) } }
    await waitUntil { meter.locked { meter.count } != 0 }
    label.show(meter)
    await thread.value
    await waitUntil { label.counts.last == Self.end }
    expectAll(label.counts)
  }

  @Test("an actor loops over a sequence")
  func actor() async {
    let (meter, view, statistics) = (Meter(), ClockView(), Statistics())
    let thread = Task.detached { for _ in 0..<Self.end { meter.add(1) } }
    // snippet.follow
    let changes = meter.locked { view.kvoController.changes(of: meter, \.$count) }
    let loop = Task { await statistics.follow(changes) }
    // snippet.end
    await thread.value
    view.kvoController.unobserveAll()
    await loop.value
    expectAll(await statistics.counts)
  }
}

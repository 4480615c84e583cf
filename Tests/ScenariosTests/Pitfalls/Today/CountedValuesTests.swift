import ManagedObserving
import Observation
import RawObserving
import Testing

@testable import Scenarios

@MainActor
@Suite("MOD-11 counted values", .watched)
struct CountedValuesTests {
  private let clock = ObservableClock()

  @available(macOS 26, *)
  @Test("misused: there is a value before there is a change")
  func first() async {
    var dates = Observations { clock.date }.makeAsyncIterator()
    #expect(await dates.next() == 0)
  }

  @available(macOS 26, *)
  @Test("misused: sets that cancel each other out are a value all the same")
  func backAgain() async {
    var dates = Observations { clock.date }.makeAsyncIterator()
    #expect(await dates.next() == 0)
    clock.date = 1
    clock.date = 0
    #expect(await dates.next() == 0)
  }

  @available(macOS 26, *)
  @Test(
    "misused: an equal value is no value when it is assigned, and one when it comes about in place")
  func equal() async {
    var dates = Observations { clock.date }.makeAsyncIterator()
    #expect(await dates.next() == 0)
    clock.date += 0
    #expect(await dates.next() == 0)

    let loop = Listener(clock)
    await wait { loop.dates == [0] }
    clock.date = 0
    await letOthersRun()
    #expect(loop.dates == [0])
    clock.date = 1
    await wait { loop.dates.last == 1 }
    #expect(loop.dates == [0, 1])
    await loop.end()
  }

  @Test(
    "used correctly: the controller's sequence has each change, and no first value unless asked for")
  func sequence() async {
    let (clock, view) = (Clock(), Recorder())
    let changes = view.kvoController.changes(of: clock, \.$date, options: [])
    for date in 1...3 { clock.date = date }
    clock.date = 3
    view.kvoController.unobserveAll()
    var dates: [Int] = []
    for await change in changes { dates.append(change.value) }
    #expect(dates == [1, 2, 3, 3])
  }
}

/// Notes the dates of a clock in a task of its own.
@MainActor
@available(macOS 26, *)
private final class Listener {
  private(set) var dates: [Int] = []
  private var task: Task<Void, Never>?

  init(_ clock: ObservableClock) {
    task = Task { for await date in Observations({ clock.date }) { dates.append(date) } }
  }

  func end() async {
    task?.cancel()
    await task?.value
  }
}

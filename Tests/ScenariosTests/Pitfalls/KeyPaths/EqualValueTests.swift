import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-5 equal value", .watched)
struct EqualValueTests {
  /// Sets one thermostat to what it hears of another, as often as it may.
  private final class Follower: KeyValueObject {
    private let follower: Thermostat
    private(set) var callsLeft: Int

    init(_ follower: Thermostat, mostCalls: Int) {
      self.follower = follower
      callsLeft = mostCalls
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard callsLeft > 0, let temperature = change.newValue as? Int else { return }
      callsLeft -= 1
      follower.temperature = temperature
    }
  }

  @Test("raw: a set to the same value is told like any other, old and new alike")
  func raw() {
    let thermostat = Thermostat()
    let view = Recorder()
    thermostat.addObserver(view, forKeyPath: "temperature", options: [.old, .new])
    thermostat.temperature = 18
    thermostat.setValue(18, forKey: "temperature")
    #expect(view.changes.map { $0.oldValue as? Int } == [18, 18])
    #expect(view.changes.map { $0.newValue as? Int } == [18, 18])
    thermostat.removeObserver(view, forKeyPath: "temperature")
  }

  @Test("raw: two that follow each other do not come to rest", arguments: [10, 100])
  func loop(mostCalls: Int) {
    let (hall, kitchen) = (Thermostat(), Thermostat())
    let kitchenFollows = Follower(kitchen, mostCalls: mostCalls)
    let hallFollows = Follower(hall, mostCalls: mostCalls)
    hall.addObserver(kitchenFollows, forKeyPath: "temperature", options: .new)
    kitchen.addObserver(hallFollows, forKeyPath: "temperature", options: .new)
    hall.temperature = 20
    #expect(kitchenFollows.callsLeft == 0)
    #expect(hallFollows.callsLeft == 0)
    hall.removeObserver(kitchenFollows, forKeyPath: "temperature")
    kitchen.removeObserver(hallFollows, forKeyPath: "temperature")
  }

  @Test("raw: without a limit the process ends with a message, before the stack overflows")
  func endless() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let (hall, kitchen) = (Thermostat(), Thermostat())
      let kitchenFollows = Follower(kitchen, mostCalls: .max)
      let hallFollows = Follower(hall, mostCalls: .max)
      hall.addObserver(kitchenFollows, forKeyPath: "temperature", options: .new)
      kitchen.addObserver(hallFollows, forKeyPath: "temperature", options: .new)
      hall.temperature = 20
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("callbacks are under way on this thread"))
  }

  @Test("managed: the mediator tells it as well, and its change can be compared")
  func managed() {
    let thermostat = Thermostat()
    let view = Recorder()
    var isDifferent: [Bool] = []
    view.kvoController.observe(thermostat, \.$temperature, options: .old) { _, _, change in
      isDifferent.append(change.value != change.oldValue)
    }
    thermostat.temperature = 18
    thermostat.temperature = 19
    thermostat.temperature = 19
    #expect(isDifferent == [false, true, false])
  }

  @Test("managed: who compares before setting comes to rest after two calls")
  func comparingEnds() {
    let (hall, kitchen) = (Thermostat(), Thermostat())
    let controller = KVOController(observer: hall)
    var calls = 0
    for (leader, follower) in [(hall, kitchen), (kitchen, hall)] {
      controller.observe(leader, \.$temperature) { _, leader, _ in
        calls += 1
        guard calls < 100, follower.temperature != leader.temperature else { return }
        follower.temperature = leader.temperature
      }
    }
    hall.temperature = 20
    #expect(calls == 2)
    #expect(kitchen.temperature == 20)
    controller.unobserveAll()
  }
}

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
}

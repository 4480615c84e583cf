import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-3 hidden dedupe", .watched)
struct HiddenDedupeTests {
  let thermostat = Thermostat()
  let view = Recorder()

  @Test("misused: other options change nothing, and make no initial call")
  func otherOptions() {
    var changes: [Change<Int>] = []
    for options: ChangeOptions in [[], [.initial, .old]] {
      view.kvoController.observe(thermostat, \.$temperature, options: options) { _, _, change in
        changes.append(change)
      }
    }
    #expect(changes.isEmpty)
    thermostat.temperature = 5
    #expect(changes.count == 1)
    #expect(changes.first?.value == 5)
    #expect(changes.first?.oldValue == nil)
  }

  @Test(
    "misused: a closure is dropped where a context was asked for first, and the other way round")
  func otherForm() {
    let other = Thermostat()
    var calls = 0
    view.kvoController.observe(thermostat, keyPath: "temperature", context: nil)
    view.kvoController.observe(thermostat, \.$temperature) { _, _, _ in calls += 1 }
    view.kvoController.observe(other, \.$temperature) { _, _, _ in calls += 1 }
    view.kvoController.observe(other, keyPath: "temperature", context: nil)
    thermostat.temperature = 5
    #expect(view.changes.count == 1)
    #expect(calls == 0)
    other.temperature = 5
    #expect(view.changes.count == 1)
    #expect(calls == 1)
  }

  @Test("used correctly: the same key path of another object is another record")
  func otherObject() {
    let other = Thermostat()
    var heard: [Int] = []
    for thermostat in [thermostat, other] {
      view.kvoController.observe(thermostat, \.$temperature) { _, thermostat, _ in
        heard.append(thermostat.temperature)
      }
    }
    thermostat.temperature = 5
    other.temperature = 6
    #expect(heard == [5, 6])
  }

  @Test("used correctly: unobserved and observed anew, the new options count")
  func observedAnew() {
    var changes: [Change<Int>] = []
    for options: ChangeOptions in [[], [.initial, .old]] {
      view.kvoController.unobserve(thermostat, \.$temperature)
      view.kvoController.observe(thermostat, \.$temperature, options: options) { _, _, change in
        changes.append(change)
      }
    }
    #expect(changes.count == 1)
    thermostat.temperature = 5
    #expect(changes.count == 2)
    #expect(changes.last?.oldValue == 18)
    #expect(changes.last?.value == 5)
  }

  @Test("used correctly: the token of the second says that it was dropped, and the first stays")
  func told() {
    var heard = 0
    let first = view.kvoController.observe(thermostat, \.$temperature) { _, _, _ in heard += 1 }
    let second = view.kvoController.observe(thermostat, \.$temperature) { _, _, _ in heard += 10 }
    #expect(first.isActive && !second.isActive)
    thermostat.temperature = 5
    #expect(heard == 1)
  }
}

import ManagedObserving
import Observation
import RawObserving
import Testing

@testable import Scenarios

@MainActor
@Suite("MOD-9 equal assignment", .watched)
struct EqualAssignmentTests {
  private let player = TestPlayer()

  @Test("misused: what the macro writes is no more than this")
  func handwritten() {
    let thermostat = HandwrittenThermostat()
    #expect(!isHeard(thermostat.temperature) { thermostat.temperature = 18 })
    #expect(isHeard(thermostat.temperature) { thermostat.temperature += 0 })
    #expect(isHeard(thermostat.temperature) { thermostat.temperature = 19 })
    #expect(thermostat.temperature == 19)
  }

  /// Whether a change of what is read is heard.
  private func isHeard(_ read: @autoclosure () -> Any, when change: () -> Void) -> Bool {
    let heard = Locked(false)
    withObservationTracking {
      _ = read()
    } onChange: {
      heard.withLock { $0 = true }
    }
    change()
    return heard.withLock { $0 }
  }

  @Test("misused: an equal value that is assigned is not heard, also of an array or a string")
  func assigned() {
    #expect(!isHeard(player.volume) { player.volume = 5 })
    #expect(!isHeard(player.title) { player.title = "Morning" })
    #expect(!isHeard(player.queue) { player.queue = ["Noon"] })
    #expect(isHeard(player.volume) { player.volume = 6 })
  }

  @Test("misused: an equal value that comes about in place is heard, also when nothing is appended")
  func inPlace() {
    #expect(isHeard(player.volume) { player.volume += 0 })
    #expect(isHeard(player.queue) { player.queue.append(contentsOf: []) })
    #expect(isHeard(player.queue) { player.queue[0] = "Noon" })
    #expect(player.volume == 5 && player.queue == ["Noon"])
  }

  @Test("misused: of a class the reference is compared, and of a type without == nothing is")
  func otherTypes() {
    let cover = player.cover
    #expect(!isHeard(player.cover) { player.cover = cover })
    #expect(isHeard(player.cover) { player.cover = TestPlayer.Cover() })
    #expect(isHeard(player.format) { player.format = TestPlayer.Format(bits: 16) })
  }

  @Test("misused: key-value observing hears both")
  func keyValueObserving() {
    let thermostat = Thermostat()
    let view = Recorder()
    thermostat.addObserver(view, forKeyPath: "temperature")
    thermostat.temperature = 18
    #expect(view.changes.count == 1)
    thermostat.temperature += 0
    #expect(view.changes.count == 2)
    thermostat.removeObserver(view, forKeyPath: "temperature")
  }

  @Test("misused: an equal value that is assigned is stored, and didSet runs")
  func didSet() {
    player.sleepTimer = 30
    player.sleepTimer = 30
    #expect(player.timesSet == 2)
  }
}

/// What `@Observable` makes of a class with `var temperature = 18`, by hand.
private final class HandwrittenThermostat: Observable {
  private let registrar = ObservationRegistrar()
  private var _temperature = 18

  // snippet.handwritten
  var temperature: Int {
    get {
      registrar.access(self, keyPath: \.temperature)
      return _temperature
    }
    set {
      guard newValue != _temperature else { return _temperature = newValue }
      registrar.withMutation(of: self, keyPath: \.temperature) { _temperature = newValue }
    }
    _modify {
      registrar.willSet(self, keyPath: \.temperature)
      defer { registrar.didSet(self, keyPath: \.temperature) }
      yield &_temperature
    }
  }
  // snippet.end
}

@MainActor
@Observable
private final class TestPlayer {
  final class Cover {}
  struct Format { var bits: Int }
  struct Reading: Equatable {
    var number: Int
    var volume: Int
  }

  var volume = 5
  var title = "Morning"
  var queue = ["Noon"]
  var cover = Cover()
  var format = Format(bits: 16)
  var reading = Reading(number: 0, volume: 5)
  @ObservationIgnored private(set) var timesSet = 0
  var sleepTimer = 0 {
    didSet { timesSet += 1 }
  }
}

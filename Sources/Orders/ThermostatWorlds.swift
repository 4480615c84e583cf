import ManagedObserving
import RawObserving

/// A thermostat that observes its own temperature, and counts its calls.
class CountedThermostat: KeyValueObject {
  @Observed var temperature = 18
  let heard: Hearing

  init(_ heard: Hearing) { self.heard = heard }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    heard.note()
  }

  func heat() { heard.note() }
}

extension World.Owner {
  /// The thermostat takes the place of the clock.
  var thermostat: KeyValueObject? {
    get { clock }
    set { clock = newValue }
  }
}

/// A thermostat observes itself.
class ThermostatByHand: World {
  override func makeClock() -> KeyValueObject { CountedThermostat(heard) }

  var thermostat: CountedThermostat { weakClock as! CountedThermostat }

  override func make(_ move: Move) {
    switch move {
    case .add, .again: thermostat.addObserver(thermostat, forKeyPath: "temperature")
    case .first: thermostat.temperature = 1
    case .second: thermostat.temperature = 2
    case .remove: thermostat.removeObserver(thermostat, forKeyPath: "temperature")
    case .releaseClock, .releaseView: owner.thermostat = nil
    }
  }
}

/// The careful remedy: it removes itself in its deinit.
class CarefulThermostat: CountedThermostat {
  var isObserving = false

  func start() {
    isObserving = true
    addObserver(self, forKeyPath: "temperature")
  }

  func stop() {
    if isObserving { removeObserver(self, forKeyPath: "temperature") }
    isObserving = false
  }

  deinit { stop() }
}

class CarefulThermostatWorld: ThermostatByHand {
  override func makeClock() -> KeyValueObject { CarefulThermostat(heard) }
  override var thermostat: CarefulThermostat { weakClock as! CarefulThermostat }
  override func belief(of view: KeyValueObject) -> Bool? { (view as! CarefulThermostat).isObserving }

  override func make(_ move: Move) {
    switch move {
    case .add, .again: thermostat.start()
    case .remove: thermostat.stop()
    default: super.make(move)
    }
  }
}

/// The same with a check: a thermostat that has started does not start again.
final class CheckedThermostat: CarefulThermostat {
  override func start() {
    if !isObserving { super.start() }
  }
}

final class CheckedThermostatWorld: CarefulThermostatWorld {
  override func makeClock() -> KeyValueObject { CheckedThermostat(heard) }
}

final class RetainingThermostatWorld: ThermostatByHand {
  override func make(_ move: Move) {
    switch move {
    case .add, .again: thermostat.kvoController.observe(thermostat, \.$temperature) { me, _, _ in me.heat() }
    case .remove: thermostat.kvoController.unobserve(thermostat, \.$temperature)
    default: super.make(move)
    }
  }
}

final class NonRetainingThermostatWorld: ThermostatByHand {
  override func make(_ move: Move) {
    switch move {
    case .add, .again:
      thermostat.kvoControllerNonRetaining.observe(thermostat, \.$temperature) { me, _, _ in me.heat() }
    case .remove: thermostat.kvoControllerNonRetaining.unobserve(thermostat, \.$temperature)
    default: super.make(move)
    }
  }
}

final class LifetimeBoundThermostatWorld: ThermostatByHand {
  override func make(_ move: Move) {
    switch move {
    case .add, .again:
      thermostat.kvoControllerLifetimeBound.observe(thermostat, \.$temperature) { me, _, _ in me.heat() }
    case .remove: thermostat.kvoControllerLifetimeBound.unobserve(thermostat, \.$temperature)
    default: super.make(move)
    }
  }
}

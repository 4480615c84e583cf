import Observation
import RawObserving

/// What the loops set: always through this protocol, so that every subject is called in the same way.
protocol Settable: AnyObject {
  var date: Int { get set }
}

/// A class with a plain stored property, which has a subclass, so the method is found at run time.
class PlainClock: Settable {
  var date = 0
}

/// Inherits the property that is set.
final class PlainAlarmClock: PlainClock {
  var alarm = 0
}

/// The same without subclasses.
final class PlainFinalClock: Settable {
  var date = 0
}

/// The same in a generic class.
final class PlainGenericClock<Zone>: Settable {
  var date = 0
  var zone: Zone

  init(_ zone: Zone) {
    self.zone = zone
  }
}

/// A property that calls one stored closure after each change: observing at its simplest.
class ClosureClock: Settable {
  var dateDidChange: ((Int, Int) -> Void)?
  var date = 0 {
    didSet { dateDidChange?(oldValue, date) }
  }
}

/// The toolchain's own way of observing.
@Observable class ObservableClock: Settable {
  var date = 0
}

/// An observable clock of this project's.
class Clock: KeyValueObject, Settable {
  @Observed var date = 0
  @Observed var zone = 0
}

/// An observable clock without subclasses.
final class FinalClock: KeyValueObject, Settable {
  @Observed var date = 0
  @Observed var zone = 0
}

/// A clock that inherits the property that is set.
final class AlarmClock: Clock {
  @Observed var alarm = 0
}

/// Leads to a clock.
final class ClockView: KeyValueObject {
  @Observed var clock = Clock()
}

/// A generic class.
final class GenericClock<Zone>: KeyValueObject, Settable {
  @Observed var date = 0
  @Observed var zone: Zone

  init(_ zone: Zone) {
    self.zone = zone
  }
}

/// Counts calls, without looking at the change.
final class Counter: KeyValueObject {
  var calls = 0

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    calls &+= 1
  }
}

/// Reads the new value of each change.
final class Reader: KeyValueObject {
  var sum = 0

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    sum &+= change.newValue as? Int ?? 0
  }
}

/// A class of the same size as an observable one, to compare memory with.
class PlainPair {
  var date = 0
  var zone = 0
}

/// An object without properties, to compare memory with.
class Empty: KeyValueObject {}

/// An object with ten observed properties.
final class Cells: KeyValueObject {
  @Observed var cell0 = 0
  @Observed var cell1 = 0
  @Observed var cell2 = 0
  @Observed var cell3 = 0
  @Observed var cell4 = 0
  @Observed var cell5 = 0
  @Observed var cell6 = 0
  @Observed var cell7 = 0
  @Observed var cell8 = 0
  @Observed var cell9 = 0

  static let count = 10
}

/// An observed property with many elements.
final class Playlist: KeyValueObject {
  @Observed var tracks: [Int] = []
}

/// Sets the date again and again. Every loop that is compared with another one is this loop.
@inline(never)
func setRepeatedly(_ subject: any Settable, _ count: Int) -> Double {
  let subject = opaque(subject)
  return nanoseconds {
    for value in 0..<count { subject.date = value }
  }
}

/// Gets the date again and again, in the same way for every subject.
@inline(never)
func getRepeatedly(_ subject: any Settable, _ count: Int) -> Double {
  let subject = opaque(subject)
  var sum = 0
  let time = nanoseconds {
    for _ in 0..<count { sum &+= subject.date }
  }
  _ = opaque(sum)
  return time
}

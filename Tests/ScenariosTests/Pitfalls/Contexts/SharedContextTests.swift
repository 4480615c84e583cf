import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("CTX-4 shared context", .watched)
struct SharedContextTests {
  private class TimeView: KeyValueObject {
    let own: UnsafeMutableRawPointer?
    var dates: [Int] = []

    init(own: UnsafeMutableRawPointer?) { self.own = own }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if context == own { dates.append(change.newValue as? Int ?? 0) }
    }
  }

  private final class HallView: TimeView {
    let other: UnsafeMutableRawPointer?
    var temperatures: [Int] = []

    init(own: UnsafeMutableRawPointer?, other: UnsafeMutableRawPointer?) {
      self.other = other
      super.init(own: own)
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if context == other {
        temperatures.append(change.newValue as? Int ?? 0)
      } else {
        super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
    }
  }

  /// One change of each, heard by a view with these two contexts.
  private func heard(
    _ own: UnsafeMutableRawPointer?, _ other: UnsafeMutableRawPointer?
  ) -> HallView {
    let (clock, thermostat) = (Clock(), Thermostat())
    let view = HallView(own: own, other: other)
    clock.addObserver(view, forKeyPath: "date", options: .new, context: own)
    thermostat.addObserver(view, forKeyPath: "temperature", options: .new, context: other)
    clock.date = 7
    thermostat.temperature = 21
    clock.removeObserver(view, forKeyPath: "date", context: own)
    thermostat.removeObserver(view, forKeyPath: "temperature", context: other)
    return view
  }

  @Test("raw: with one context for both, nil or not, the subclass takes the date for a temperature")
  func shared() {
    let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    defer { context.deallocate() }
    for context in [nil, context] {
      let view = heard(context, context)
      #expect(view.dates == [])
      #expect(view.temperatures == [7, 21])
    }
  }

  @Test("raw: with two contexts each class hears its own; one of them may be nil")
  func own() {
    let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    defer { context.deallocate() }
    for (own, other) in [(context, nil), (nil, context)] {
      let view = heard(own, other)
      #expect(view.dates == [7])
      #expect(view.temperatures == [21])
    }
  }
}

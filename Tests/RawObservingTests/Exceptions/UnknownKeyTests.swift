import Foundation
import RawObserving
import Testing

@Suite("How a process ends: a key that does not exist", .watched)
struct UnknownKeyTests {
  @Test("a key that does not exist is accepted until a value is needed")
  func unknownKey() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let clock = Clock()
      let view = ClockView()
      clock.addObserver(view, forKeyPath: "dat", options: .new)
      print("accepted", terminator: "")
      clock.addObserver(view, forKeyPath: "dat", options: [.initial, .new])
    }
    #expect(result?.outputLines.last == "accepted")
    expectDeath(
      result, of: "NSUnknownKeyException",
      """
      [<Clock 0x…> addObserver:<ClockView 0x…> forKeyPath:@"dat" options:5 context:0x0] was sent \
      to an object that is not KVC-compliant for the "dat" property.
      """)
  }

  @Test("a key that does not exist at the end of a path: the whole path, and the missing key")
  func unknownKeyOfPath() async {
    final class Wall: KeyValueObject {
      @Observed var clock: Clock? = Clock()
    }
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      Wall().addObserver(
        ClockView(), forKeyPath: "clock.dat", options: [.old, .new, .initial],
        context: context(0xbeef))
    }
    expectDeath(
      result, of: "NSUnknownKeyException",
      """
      [<Wall 0x…> addObserver:<ClockView 0x…> forKeyPath:@"clock.dat" options:7 context:0x…] was \
      sent to an object that is not KVC-compliant for the "dat" property.
      """)
  }

  /// Answers for a key that it has no property for, and passes on the rest.
  private final class Almanac: KeyValueObject {
    @Observed var year = 2026

    override func value(forKey key: String) -> Any? {
      switch key {
      case "moon": "full"
      case "sun": super.value(forKey: "son")
      default: super.value(forKey: key)
      }
    }
  }

  @Test("a class that overrides value(forKey:) answers for its keys, at an initial call, too")
  func overriddenValue() {
    final class Reader: KeyValueObject {
      var heard: [String] = []
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
        context: UnsafeMutableRawPointer?
      ) { heard.append("\(keyPath) \(change.newValue ?? "nothing")") }
    }
    let (almanac, reader) = (Almanac(), Reader())
    for key in ["moon", "year"] {
      almanac.addObserver(reader, forKeyPath: key, options: [.initial, .new])
      almanac.removeObserver(reader, forKeyPath: key)
    }
    almanac.addObserver(reader, forKeyPath: "nope", options: .initial)  // no value is asked for
    almanac.removeObserver(reader, forKeyPath: "nope")
    #expect(reader.heard == ["moon full", "year 2026", "nope nothing"])
  }

  @Test("what it passes on and the root does not know is blamed on the add; another key is not")
  func overriddenValuePassedOn() async {
    let asked = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Almanac().addObserver(ClockView(), forKeyPath: "mars", options: [.initial, .new]) }
    #expect(
      asked?.errorLines.first?.hasSuffix(
        "was sent to an object that is not KVC-compliant for the \"mars\" property.'") == true)
    let other = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { Almanac().addObserver(ClockView(), forKeyPath: "sun", options: [.initial, .new]) }
    let plain =
      "[<Almanac 0x…> valueForUndefinedKey:]: this class is not key value coding-compliant"
    #expect(other?.errorLines.first?.contains("\(plain) for the key son.") == true)
    // A read after an initial call is a read like any other.
    let later = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (almanac, view) = (Almanac(), ClockView())
      almanac.addObserver(view, forKeyPath: "moon", options: [.initial, .new])
      _ = almanac.value(forKey: "mars")
    }
    #expect(later?.errorLines.first?.contains("\(plain) for the key mars.") == true)
  }
}

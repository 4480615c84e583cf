import RawObserving
import Testing

@testable import Pictures
@testable import Recording

@Suite("Steps of runs by hand", .watched)
struct HandMadeStepTests {
  @Test("a second call for one change is bad, unless the act ends as wanted")
  func secondCall() throws {
    let wrong = ByHand.picture(ByHand.twice + [ByHand.event(.finds, text: "2 calls")], wanted: "1 call")
    #expect(wrong.steps.map { $0.isBad == true } == [false, false, false, false, false, false, true, false, true])
    #expect(wrong.steps[6].marks.map(\.isBad) == [true])
    let right = ByHand.picture(ByHand.twice + [ByHand.event(.finds, text: "2 calls")])
    #expect(right.steps.allSatisfy { $0.isBad == nil })
    #expect(right.steps[6].title == "the view is called again")
  }

  @Test("a call of an observer that is gone is bad")
  func lateCall() throws {
    let events =
      ByHand.twice + [ByHand.event(.dying, "view"), ByHand.event(.gone, "view")]
      + ByHand.change("clock", "date", "1", "2")
    let picture = ByHand.picture(
      events + [
        ByHand.event(.calls, "clock", "view", key: "date", registration: 1), ByHand.event(.finds, text: "over"),
      ])
    let late = try #require(picture.steps.dropLast().last)
    #expect(late.isBad == true && late.marks.map(\.isBad) == [true])
    #expect(late.sentence.hasSuffix("The view is deallocated."))
  }

  @Test("what is found after the recording has stopped is no step")
  func cutOff() throws {
    let picture = ByHand.picture([
      ByHand.born("clock"), ByHand.event(.cutOff), ByHand.event(.dying, "clock") { $0.isNoticed = true },
      ByHand.event(.finds, text: "over"),
    ])
    #expect(picture.steps.map(\.title) == ["the clock is made", "the recording stops here", "over"])
    #expect(picture.steps.allSatisfy { $0.marks.allSatisfy { $0.what != .leaks && $0.what != .dying } })
  }

  @Test("no value is drawn after the recording has stopped, and no object is called a leak")
  func cutOffValues() throws {
    let cycle = ByHand.event(.refers, "clock", "clock") { ($0.by, $0.strength) = ("other", .strong) }
    let value = ByHand.event(.has, "clock") { ($0.by, $0.new) = ("date", "1") }
    let picture = ByHand.picture([
      ByHand.born("clock"), cycle, value, ByHand.event(.cutOff),
      ByHand.event(.finds, text: "the program ends") { $0.by = "exit" },
    ])
    #expect(Holdings(picture).lines(at: 1).contains("clock: date = 1"))
    #expect(!Holdings(picture).lines(at: 2).contains("clock: date = 1"))
    #expect(picture.closing.isEmpty && picture.steps.last?.title == "the program ends")
  }

  @Test("a call that was left for later is told with its own values")
  func leftForLater() throws {
    func later(_ new: String) -> [RecordedEvent] {
      ByHand.change("clock", "date", "0", new) + [
        ByHand.event(.calls, "clock", "mediator", key: "date", registration: 1) { $0.new = new },
        ByHand.event(.defers, "clock", "controller") { $0.record = "record 1" },
        ByHand.event(.returned, "clock", "mediator", key: "date", registration: 1),
      ]
    }
    func passed() -> [RecordedEvent] {
      [
        ByHand.event(.passes, "clock", "view") { $0.record = "record 1" },
        ByHand.event(.passed, "clock", "controller") { $0.record = "record 1" },
      ]
    }
    let picture = ByHand.picture(
      [ByHand.born("view"), ByHand.born("clock")] + later("1") + later("2") + passed() + passed())
    #expect(
      picture.steps.map(\.title).filter { $0.contains("is called") }
        == ["the view is called: new 1", "the view is called: new 2"])
  }

  @Test(
    "the last words are a name and what is wrong",
    arguments: [
      (
        "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'Cannot remove an observer <Alarm "
          + "(alarm)> for the key path \"date\" from <Clock (clock)> because it is not registered as an observer.'",
        .notRegistered, "NSRangeException: cannot remove an observer that is not registered"
      ),
      (
        "*** RawObserving: -[RawView observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated instance (view)\nKey",
        .messageToDeallocated, "message sent to a deallocated instance: view"
      ),
      ("Scenarios/A.swift:10: Assertion failed: there is no key path", nil, "assertion failed: there is no key path"),
      (
        "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '[<Clock (clock)> "
          + "setNilValueForKey]: could not set nil as the value for the key date.'",
        .nilForNonOptional, "NSInvalidArgumentException: could not set nil as the value for the key date"
      ),
      (
        "*** RawObserving: [<Clock (clock)> computed:]: the property is not declared. Add a ComputedKey for it.",
        .undeclared, "RawObserving: the property is not declared"
      ),
      ("", nil, "it leaves no message"),
      ("own.swift:4: Fatal error: first\nsecond", nil, "own.swift:4: Fatal error: first …"),
    ] as [(String, Violation.ID?, String)])
  func lastWords(_ message: String, _ violation: Violation.ID?, _ words: String) {
    #expect(LastWords(message, violation).text == words)
  }
}

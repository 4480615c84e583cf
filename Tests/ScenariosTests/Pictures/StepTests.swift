import Testing

@testable import Replay
@testable import Scenarios

@Suite("Pictures: Steps", .watched)
struct StepTests {
  @Test("a second call for one change is bad, unless the act ends as wanted")
  func secondCall() throws {
    let wrong = try Runs.picture(Runs.twice + [Runs.event(.finds, text: "2 calls")], wanted: "1 call")
    #expect(wrong.steps.map { $0.isBad == true } == [false, false, false, false, false, false, true, false, true])
    #expect(wrong.steps[6].marks.map(\.isBad) == [true])
    let right = try Runs.picture(Runs.twice + [Runs.event(.finds, text: "2 calls")])
    #expect(right.steps.allSatisfy { $0.isBad == nil })
    #expect(right.steps[6].title == "the view is called again")
  }

  @Test("two registrations with a context each are two, and both are named", arguments: ["CTX-1", "CTX-2"])
  func contexts(id: String) throws {
    let (raw, _) = try Runs.pair(id)
    #expect(raw.steps.dropLast().allSatisfy { $0.isBad == nil }, "no call is made again")
    let calls = raw.steps.filter { $0.marks.contains { $0.what == .calls } }
    for name in ["clockViewContext", "alarmViewContext"] {
      #expect(raw.steps.contains { $0.title.hasSuffix("is added, for date, \(name)") })
      #expect(calls.contains { $0.title.contains("is called with \(name)") })
    }
  }

  @Test("what is said to be unobserved is removed in the same step", arguments: ["MED-2", "LIF-1", "MED-1"])
  func unobserved(id: String) throws {
    for picture in try Runs.recorded(id) {
      for step in picture.steps where step.title.contains("is unobserved") {
        #expect(step.marks.contains { $0.what == .removes }, "\(step.title)")
      }
    }
    if id == "MED-2" {
      let dies = try #require(try Runs.recorded(id).first)
      #expect(dies.steps.contains { $0.title == "the controller ends its record of the thermostat" })
    }
  }

  @Test("the arrows of a picture are those of its recording: none is lost, and none is made up")
  func arrows() throws {
    for run in try RecordedRuns.all where !run.events.contains(where: { $0.what == .cutOff }) {
      let recorded = run.events.compactMap { event -> String? in
        switch event.what {
        case .refers, .refersNoMore:
          "\(event.what == .refers) \(event.object ?? "") \(event.by ?? "") \(event.other ?? "")"
        case .holds, .holdsNoMore: "\(event.what == .holds) variable \(event.text ?? "") \(event.other ?? "")"
        default: nil
        }
      }
      let drawn = Picture(of: run, wanted: nil).steps.flatMap(\.marks).compactMap { mark -> String? in
        switch mark.what {
        case .refers, .refersNoMore: "\(mark.what == .refers) \(mark.from ?? "") \(mark.label ?? "") \(mark.to ?? "")"
        case .holds, .letsGo: "\(mark.what == .holds) variable \(mark.label ?? "") \(mark.to ?? "")"
        default: nil
        }
      }
      #expect(drawn.sorted() == recorded.sorted(), "\(run.name)")
    }
  }

  @Test(
    "a line of the story that calls no observer is a step",
    arguments: [
      ("COL-1", "playlist.add(\"Naima\")"), ("LIF-9", "view = nil"), ("MOD-5", "clock.date = date"),
    ])
  func silence(_ id: String, _ line: String) throws {
    let picture = try #require(try Runs.recorded(id).first)
    let step = try #require(picture.steps.first { $0.title == line })
    #expect(step.marks.contains { $0.what == .runs && $0.label == line })
    #expect(step.lines.first.flatMap(MarkedPitfalls.sources.text)?.contains(line) == true)
  }

  @Test("the lines of a callback ran in the step of its call")
  func callbacks() throws {
    let picture = try #require(try Runs.recorded("CTX-2").first)
    let call = try #require(picture.steps.first { $0.marks.contains { $0.what == .calls } })
    let places = call.lines.compactMap(MarkedPitfalls.sources.text)
    #expect(
      places.first?.contains("guard context ==") == true && places.dropFirst().first?.contains("date = 1") == true)
    let texts = call.ran.compactMap(MarkedPitfalls.sources.text)
    #expect(texts.contains { $0.contains("guard context ==") } && texts.contains { $0.contains("return") })
  }

  @Test("a call of an observer that is gone is bad")
  func lateCall() throws {
    let events =
      Runs.twice + [Runs.event(.dying, "view"), Runs.event(.gone, "view")] + Runs.change("clock", "date", "1", "2")
    let picture = try Runs.picture(
      events + [Runs.event(.calls, "clock", "view", key: "date", registration: 1), Runs.event(.finds, text: "over")])
    let late = try #require(picture.steps.dropLast().last)
    #expect(late.isBad == true && late.marks.map(\.isBad) == [true])
    #expect(late.sentence.hasSuffix("The view is deallocated."))
  }

  @Test("what is found after the recording has stopped is no step")
  func cutOff() throws {
    let picture = try Runs.picture([
      Runs.born("clock"), Runs.event(.cutOff), Runs.event(.dying, "clock") { $0.isNoticed = true },
      Runs.event(.finds, text: "over"),
    ])
    #expect(picture.steps.map(\.title) == ["the clock is made", "the recording stops here", "over"])
    #expect(picture.steps.allSatisfy { $0.marks.allSatisfy { $0.what != .leaks && $0.what != .dying } })
  }

  @Test("the end of a controller is a mark, and no step")
  func controllers() throws {
    let (_, managed) = try Runs.pair("LIF-1")
    let marks = managed.steps.flatMap(\.marks)
    #expect(marks.contains { $0.what == .gone && $0.from == "view's controller" })
    #expect(!managed.steps.contains { $0.title.contains("controller is") })
  }

  @Test(
    "the last words are a name and what is wrong",
    arguments: [
      (
        "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'Cannot remove an observer <Alarm "
          + "(alarm)> for the key path \"date\" from <Clock (clock)> because it is not registered as an observer.'",
        "NSRangeException: cannot remove an observer that is not registered"
      ),
      (
        "*** RawObserving: -[RawView observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated instance (view)\nKey",
        "message sent to a deallocated instance: view"
      ),
      ("Scenarios/A.swift:10: Assertion failed: there is no key path", "assertion failed: there is no key path"),
      (
        "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '[<Clock (clock)> "
          + "setNilValueForKey]: could not set nil as the value for the key date.'",
        "NSInvalidArgumentException: could not set nil as the value for the key date"
      ),
      (
        "*** RawObserving: [<Clock (clock)> computed:]: the property is not declared. Add a ComputedKey for it.",
        "RawObserving: the property is not declared"
      ),
      ("", "it leaves no message"),
    ])
  func lastWords(_ message: String, _ words: String) {
    #expect(LastWords(message).text == words)
  }
}

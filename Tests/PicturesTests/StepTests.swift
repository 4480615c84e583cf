import ProgramSupport
import Testing

@testable import Harness
@testable import Pictures
@testable import Recording

@Suite("Pictures: Steps", .watched)
struct StepTests {
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
      for step in picture.steps where step.title.contains(" stops observing ") {
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
    #expect(step.lines.first.flatMap(SourceText.ofPackage.text)?.contains(line) == true)
  }

  @Test("the lines of a callback ran in the step of its call")
  func callbacks() throws {
    let picture = try #require(try Runs.recorded("CTX-2").first)
    let call = try #require(picture.steps.first { $0.marks.contains { $0.what == .calls } })
    let places = call.lines.compactMap(SourceText.ofPackage.text)
    #expect(
      places.first?.contains("guard context ==") == true && places.dropFirst().first?.contains("date = 1") == true)
    let texts = call.ran.compactMap(SourceText.ofPackage.text)
    #expect(texts.contains { $0.contains("guard context ==") } && texts.contains { $0.contains("return") })
  }

  @Test("the end of a controller is a mark, and no step")
  func controllers() throws {
    let (_, managed) = try Runs.pair("LIF-1")
    let marks = managed.steps.flatMap(\.marks)
    #expect(marks.contains { $0.what == .gone && $0.from == "view's controller" })
    #expect(!managed.steps.contains { $0.title.contains("controller is") })
  }
}

import Testing

@testable import Recording

@Suite("Recording: names", .watched)
struct ObjectNamesTests {
  @Test(
    "a context has the name of a variable, and the name of a call is none",
    arguments: [
      ("clockContext", "clockContext"), ("UnsafeMutableRawPointer(bitPattern: number)", "context 1"),
      ("context", "context 1"),
    ])
  func contexts(_ argument: String, _ name: String) {
    var event = RecordedEvent(.adds)
    event.context = ObjectNames.contextToken(1)
    event.lines = [RecordedEvent.Line(file: "play.swift", line: 1)]
    let names = ObjectNames([event]) { _ in #"clock.addObserver(self, forKeyPath: "date", context: \#(argument))"# }
    #expect(names.resolved(ObjectNames.contextToken(1)) == name)
  }
}

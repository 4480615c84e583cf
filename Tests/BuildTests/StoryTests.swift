import Foundation
import TestSupport
import Testing

/// The failure of each step happens, and the next step does not have it.
@Suite("The stories of the chapter", .watched) struct StoryTests {
  /// Each failure, and the story of a later step in which it is gone.
  private static let pairs: [(failure: Story, remedy: Story)] = [
    (
      Story(
        step: 0, name: "fails", signal: SIGABRT, words: ["message was received but not handled", "Key path: title"]),
      Story(step: 1, name: "works", words: ["the bar shows 10 %", "the bar shows \"Blue\""])
    ),
    (
      Story(
        step: 1, name: "fails", signal: SIGABRT, words: ["NSRangeException", "Cannot remove an observer <Observation"]),
      Story(step: 2, name: "works", words: ["no call"], absent: ["20 %"])
    ),
    (
      Story(step: 2, name: "fails", signal: SIGABRT, words: ["message sent to deallocated instance"]),
      Story(step: 3, name: "works", words: ["no call"], absent: ["20 %"])
    ),
    (
      Story(
        step: 3, name: "fails", signal: SIGABRT, words: ["drops its buffer", "message sent to deallocated instance"]),
      Story(step: 4, name: "works", words: ["drops its buffer", "nothing was called"])
    ),
    (
      Story(step: 4, name: "fails", words: ["1 change, shown 2 times"]),
      Story(step: 5, name: "works", words: ["1 change, shown 1 time"])
    ),
    (
      Story(step: 5, name: "fails", words: ["alive, and nothing else refers to it: a leak"], absent: ["deinit"]),
      Story(step: 6, name: "works", words: ["the player's deinit", "the player is gone"])
    ),
    (
      Story(
        step: 6, name: "fails", signal: SIGABRT, words: ["NSRangeException", "Cannot remove an observer <Mediator"]),
      Story(step: 7, name: "works", words: ["the bar shows 100 %", "no call"], absent: ["shows 0 %"])
    ),
    (
      Story(step: 7, name: "fails", words: ["the other thread is blocked", "the other thread is done only now"]),
      Story(step: 8, name: "works", words: ["the other thread is done\nthe callback has returned"])
    ),
    (
      Story(
        step: 8, name: "fails", signal: SIGABRT,
        words: ["the player's deinit: unobserveAll()", "deallocated while key value observers were still registered"]),
      Story(step: 9, name: "works", words: ["the player's deinit", "the player is gone"])
    ),
    // The weak keys of step 6 have the failure that step 9 ends.
    (
      Story(
        step: 6, name: "trap", signal: SIGABRT,
        words: ["the player's deinit: unobserveAll()", "deallocated while key value observers were still registered"]),
      Story(step: 9, name: "works", words: ["the player is gone"])
    ),
  ]

  @Test("each failure happens", arguments: pairs.map(\.failure)) func failure(_ story: Story) throws {
    try expect(story)
  }

  @Test("each failure is gone in the step that ends it", arguments: pairs.map(\.remedy)) func remedy(_ story: Story)
    throws
  {
    try expect(story)
  }

  private func expect(_ story: Story) throws {
    let run = try story.run()
    #expect(run.wasSignalled == (story.signal != nil), "\(run.output)")
    #expect(run.status == story.signal ?? 0, "\(run.output)")
    for words in story.words { #expect(run.output.contains(words), "\(run.output)") }
    for words in story.absent { #expect(!run.output.contains(words), "\(run.output)") }
  }

  @Test(
    "what is no story is refused, with a list",
    arguments: [[], ["9"], ["9", "fails"], ["10", "works"], ["x", "works"]])
  func refused(_ arguments: [String]) throws {
    let run = try ChildProcess.run(try Story.program, arguments)
    #expect(run.status == 64 && !run.wasSignalled)
    #expect(run.errors.contains("There is no story") == !arguments.isEmpty)
    #expect(run.errors.contains("build-steps 6 works|trap|fails"))
    #expect(run.output.isEmpty)
  }

  @Test("help prints the list", arguments: ["help", "--help", "-h"])
  func help(_ word: String) throws {
    let run = try ChildProcess.run(try Story.program, [word])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.contains("build-steps 6 works|trap|fails"))
  }
}

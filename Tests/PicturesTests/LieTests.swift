import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Harness
@testable import Pictures
@testable import Recording

/// Pictures are drawn from what ran. Each test here makes an act do something else, in a copy, and expects every picture
/// to change.
@Suite("Recordings: A lie about an act changes every picture", .watched)
struct LieTests {
  /// A change of an act's source.
  struct Lie: CustomTestStringConvertible, Sendable {
    let name: String
    let pitfall: String
    let act: Int
    let line: String
    let replacement: String

    var testDescription: String { name }
  }

  static let lies = [
    Lie(
      name: "it registers once less", pitfall: "REG-1", act: 1,
      line: "    clock.addObserver(view, forKeyPath: \"date\", options: .new)\n    clock.addObserver(",
      replacement: "    clock.addObserver("),
    Lie(name: "it holds the view longer", pitfall: "LIF-9", act: 1, line: "    view = nil\n", replacement: ""),
    Lie(
      name: "it releases the view earlier", pitfall: "LIF-9", act: 2, line: "    clock.date = 1\n",
      replacement: "    view = nil\n    clock.date = 1\n"),
    Lie(
      name: "its closure does not retain the view", pitfall: "LIF-9", act: 4,
      line: "{ _, clock, _ in\n        self.show(clock.date)",
      replacement: "{ [weak self] _, clock, _ in\n        self?.show(clock.date)"),
    Lie(
      name: "it changes the playlist once less, in silence", pitfall: "COL-1", act: 1,
      line: "    playlist.add(\"So What\")\n", replacement: ""),
  ]

  @Test("a lie changes every picture", arguments: everyTest ? lies : Array(lies.prefix(2)))
  func changes(_ lie: Lie) throws {
    let pitfall = try #require(Pitfall.named(lie.pitfall))
    let source = try String(contentsOf: try PackageRoot.find().appending(path: pitfall.source), encoding: .utf8)
    let lying = source.replacing(lie.line, with: lie.replacement)
    #expect(lying != source, "the line is not in \(pitfall.source)")
    let folder = FileManager.default.temporaryDirectory.appending(path: "lie-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: (pitfall.source as NSString).lastPathComponent)
    try lying.write(to: copy, atomically: true, encoding: .utf8)

    let honest = try Self.pictures(pitfall, lie.act, [:])
    let other = try Self.pictures(pitfall, lie.act, [pitfall.source: copy.path])
    #expect(honest.count == other.count)
    for (name, drawing) in honest { #expect(other[name] != drawing, "\(name) does not show it") }
  }

  @Test(
    "what an act does again is drawn as before",
    arguments: Set((everyTest ? lies : [lies[0]]).map { "\($0.pitfall) \($0.act)" }).sorted())
  func honest(_ run: String) throws {
    let words = run.split(separator: " ")
    let pitfall = try #require(Pitfall.named(String(words[0])))
    let act = try #require(Int(words[1]))
    #expect(try Self.pictures(pitfall, act, [:]) == Self.pictures(pitfall, act, [:]))
  }

  /// Every picture of an act, by the kind of the picture.
  private static func pictures(_ pitfall: Pitfall, _ act: Int, _ copies: [String: String]) throws -> [String: String] {
    let program = try MarkedPitfalls.program(
      for: [pitfall], replacing: copies, in: BuiltScenarios.url.deletingLastPathComponent())
    let result = try ActRunner.run(act - 1, of: pitfall, in: .classic, recording: program)
    try #require(result.events.contains { $0.what == .born }, "nothing was recorded: \(result.outcome.summary)")
    let picture = Picture(of: result.recordedRun, wanted: pitfall.acts[act - 1].wanted)
    let side = DrawnSide(picture: picture, label: "raw", title: pitfall.acts[act - 1].title)
    let (timeline, ownership) = (Timeline.scene(of: [side], columns: 80), Ownership.scene(of: picture))
    let steps = (0...picture.steps.count).map { TextPainter.lines(of: ownership, step: $0).joined(separator: "\n") }
    return [
      "timeline in the terminal": TextPainter.lines(of: timeline).joined(separator: "\n"),
      "timeline": SVGPainter.text(of: timeline, asFile: true),
      "ownership in the terminal": steps.joined(separator: "\n"),
      "ownership": SVGPainter.text(of: ownership, asFile: false),
    ]
  }
}

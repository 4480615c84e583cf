import ProgramSupport
import Testing

@testable import Book
@testable import Pictures
@testable import Recording

@Suite("Figures that play", .watched)
struct PlayingFigureTests {
  @Test("a figure that plays is the still one with a moment for each row, and moves by its style sheet alone")
  func playing() throws {
    let run = try #require(try RecordedRuns.all.first { $0.pitfall == "REG-2" && $0.act == 1 })
    let side = DrawnSide(picture: Picture(of: run, wanted: nil), label: "raw", title: "two adds")
    let scene = Timeline.scene(of: [side], columns: 80)
    let still = SVGPainter.text(of: scene, asFile: true).split(separator: "\n")
    let playing = SVGPainter.playing(scene)
    for line in still where line.hasPrefix("<path") || line.hasPrefix("<text") || line.hasPrefix("<title") {
      #expect(playing.contains(line))
    }
    let rows = scene.items.count { if case .band = $0.shape { true } else { false } }
    for (name, moments) in [("curtain", 2 * rows + 1), ("now", rows)] {
      let frames = try #require(playing.firstMatch(of: try Regex("@keyframes \(name)\\{(.*)\\}\n"))).output[1].substring
      let times = try #require(frames).matches(of: /(\d+\.\d\d)%\{/).compactMap { Double($0.1) }
      #expect(times.count == moments && times.first == 0 && times.last ?? 101 <= 100)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }
    // Without the query, and without style sheets, nothing covers the rows.
    #expect(
      playing.contains("\n.curtain{opacity:0}.now{fill-opacity:0}\n@media(prefers-reduced-motion:no-preference){"))
    for word in ["<script", "<animate", "<set", "http:", "https:"] {
      #expect(!playing.replacing("http://www.w3.org/2000/svg", with: "").contains(word))
    }
  }
}

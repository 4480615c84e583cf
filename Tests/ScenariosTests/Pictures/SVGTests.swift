import Foundation
import Testing

@testable import Replay
@testable import Scenarios

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Pictures: SVG", .watched)
struct SVGTests {
  @Test(
    "the text is well-formed XML with a title and a description, and needs nothing else",
    arguments: ["LIF-1", "THR-4"])
  func wellFormed(_ id: String) throws {
    let (raw, managed) = try Runs.pair(id)
    let pair = TimelineFigure.drawings(of: raw, managed)
    for drawing in [pair.0, pair.1, OwnershipFigure.drawing(of: raw, at: 5)] {
      let text = SVG.text(of: drawing)
      #expect(XMLParser(data: Data(text.utf8)).parse())
      #expect(text.contains("role=\"img\"") && text.contains("prefers-color-scheme:dark"))
      #expect(text.contains("<title id=\"title\">\(id), act") && text.contains("<desc id=\"desc\">"))
      for word in ["<script", "href", "@import", "url(http", "@font-face"] { #expect(!text.contains(word)) }
    }
    let sentence = try #require(raw.steps.first?.sentence)
    #expect(SVG.text(of: pair.0).contains(SVG.escaped(sentence)))
  }

  @Test("text is escaped, and what XML has no character for is replaced")
  func escaping() {
    var drawing = Drawing(title: "<a> & \"b\"\u{1}", description: "]]>", width: 100)
    drawing.height = 20
    drawing.add(Label(text: "x < y && z\n>", x: 2, baseline: 15))
    #expect(XMLParser(data: Data(SVG.text(of: drawing).utf8)).parse())
    #expect(SVG.escaped("<&>\"\u{1}\n") == "&lt;&amp;&gt;&quot;\u{FFFD} ")
  }

  @Test("the same run gives the same bytes")
  func determinism() throws {
    let (raw, managed) = try Runs.pair("CTX-1")
    func texts() -> [String] {
      let pair = TimelineFigure.drawings(of: raw, managed)
      let figure = OwnershipFigure(managed)
      return [pair.0, pair.1].map(SVG.text)
        + (0...managed.steps.count).map { SVG.text(of: figure.drawing(at: $0)) }
    }
    #expect(texts() == texts())
    let again = try Runs.pair("CTX-1", anew: true)
    #expect(SVG.text(of: TimelineFigure.drawings(of: again.0, again.1).0) == texts()[0])
  }

  @Test("text has a contrast of at least 4.5, bars of at least 3, on light and dark pages", arguments: Token.allCases)
  func contrast(_ token: Token) {
    if [.paper, .raised, .rule].contains(token) { return }
    for isDark in [false, true] {
      for ground in [Token.paper, .raised] {
        let ratio = Self.contrast(isDark ? token.dark : token.light, isDark ? ground.dark : ground.light)
        #expect(ratio >= (token.isForText ? 4.5 : 3), "\(token) on \(ground): \(ratio)")
      }
    }
  }

  /// The contrast of two colours, as WCAG 2 defines it.
  private static func contrast(_ a: String, _ b: String) -> Double {
    func luminance(_ colour: String) -> Double {
      let number = Int(colour.dropFirst(), radix: 16) ?? 0
      let parts = [16, 8, 0].map { shift -> Double in
        let value = Double((number >> shift) & 255) / 255
        return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }
}

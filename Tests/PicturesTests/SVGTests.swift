import Foundation
import Testing

@testable import Pictures
@testable import Recording

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Drawing: SVG", .watched)
struct SVGTests {
  private let raw = ByHand.side(ByHand.picture(ByHand.death, wanted: "1 call"))
  private let managed = ByHand.side(ByHand.picture(ByHand.managed), "managed")

  private var scenes: [Scene] {
    [
      Timeline.scene(of: [raw, managed], columns: 120), Timeline.scene(of: [raw], columns: 70),
      Ownership.scene(of: managed.picture), Ownership.scene(of: managed.picture, at: 4),
    ]
  }

  @Test("a file is well-formed XML with a title and a description, in both colour schemes, and needs nothing else")
  func file() {
    for scene in scenes {
      let text = SVGPainter.text(of: scene, asFile: true)
      #expect(XMLParser(data: Data(text.utf8)).parse())
      #expect(text.contains("role=\"img\"") && text.contains("prefers-color-scheme:dark"))
      #expect(text.contains("<title id=\"title\">LIF-1, act 1") && text.contains("<desc id=\"desc\">"))
      for word in ["<script", "href", "@import", "url(http", "@font-face"] { #expect(!text.contains(word)) }
    }
    let sentence = raw.picture.steps.first?.sentence ?? "?"
    #expect(SVGPainter.text(of: scenes[0], asFile: true).contains(SVGPainter.escaped(sentence)))
  }

  @Test("an element for a page has no style sheet, and only classes that the page's style names")
  func element() throws {
    for scene in scenes {
      let text = SVGPainter.text(of: scene, asFile: false)
      #expect(XMLParser(data: Data(quoted(text).utf8)).parse())
      #expect(!text.contains("<style") && !text.contains("style=") && !text.contains("#fcfbf8"))
      for match in quoted(text).matches(of: #/class=["']([^"']*)["']/#) {
        for name in match.1.split(separator: " ") where name != "row" && name != "alive" {
          #expect(SVGPainter.style.contains(".\(name)"), "\(name)")
        }
      }
    }
    for match in SVGPainter.style.matches(of: #/var\(--([a-z]+)\)/#) {
      #expect(SVGPainter.properties(isDark: true).contains("--\(match.1):"), "\(match.1)")
    }
  }

  /// The text of a page as XML: HTML does not need quotes around plain values.
  private func quoted(_ text: String) -> String {
    text.replacing(#/ ([a-z-]+)=([a-z0-9]+)/#) { " \($0.1)=\"\($0.2)\"" }
  }

  @Test("rows say which step they are, sides which side")
  func groups() {
    let text = SVGPainter.text(of: scenes[0], asFile: false)
    for side in [0, 1] { #expect(text.components(separatedBy: "<g data-side=\(side)>").count == 2) }
    #expect(text.components(separatedBy: "<g class=row data-step=1>").count == 3)
    #expect(
      text.components(separatedBy: "class=band ").count - 1 == raw.picture.steps.count + managed.picture.steps.count)
    #expect(!SVGPainter.text(of: scenes[1], asFile: false).contains("data-side"))
    #expect(!SVGPainter.text(of: scenes[0], asFile: true).contains("class=\"band\""))
    #expect(SVGPainter.text(of: scenes[2], asFile: false).contains("<g data-from="))
    #expect(!SVGPainter.text(of: scenes[3], asFile: true).contains("<g data-from="))
  }

  @Test("a page has the key apart, as entries of a list")
  func key() {
    for scene in scenes.dropLast() {
      let (inPage, inFile) = (SVGPainter.text(of: scene, asFile: false), SVGPainter.text(of: scene, asFile: true))
      let entries = SVGPainter.key(of: scene)
      // The title of a row may say the same.
      let drawn = scene.items.filter { $0.line < scene.keyLine ?? 0 }.map(\.shape)
      #expect(!entries.isEmpty && entries.count == scene.key.count)
      for (entry, explained) in zip(entries, scene.key) {
        #expect(XMLParser(data: Data(quoted(entry).utf8)).parse())
        #expect(entry.hasSuffix("\(explained.text)</li>") && entry.contains("<path class="))
        #expect(inFile.contains(explained.text.prefix(12)))
        #expect(!inPage.contains(">\(explained.text)<") || drawn.contains(.text(explained.text)))
      }
    }
    #expect(SVGPainter.key(of: scenes[0]).contains { $0.hasPrefix("<li class=\"bad\">") })
  }

  @Test("text is escaped, and what XML has no character for is replaced")
  func escaping() {
    var scene = Scene(.timeline, title: "<a> & \"b\"\u{1}", description: "]]>", columns: 40)
    scene.add(Scene.Item(shape: .text("x < y && z\n>"), column: 0, line: 0))
    #expect(XMLParser(data: Data(SVGPainter.text(of: scene, asFile: true).utf8)).parse())
    #expect(SVGPainter.escaped("<&>\"\u{1}\n") == "&lt;&amp;&gt;&quot;\u{FFFD} ")
  }

  @Test("a figure of two sides is 800 to 1000 pixels wide, and its letters are 12 pixels or more")
  func size() throws {
    let text = SVGPainter.text(of: scenes[0], asFile: true)
    let width = try #require(text.firstMatch(of: #/width="(\d+)"/#).flatMap { Int($0.1) })
    #expect((800...1000).contains(width))
    let sizes = text.matches(of: #/(\d+)px/#).compactMap { Int($0.1) }
    #expect(!sizes.isEmpty && sizes.allSatisfy { $0 >= 12 })
  }

  @Test("the same run gives the same bytes")
  func determinism() {
    #expect(scenes == scenes)
    for scene in scenes {
      #expect(SVGPainter.text(of: scene, asFile: true) == SVGPainter.text(of: scene, asFile: true))
    }
  }

  @Test("text has a contrast of at least 4.5, bars of at least 3, on light and dark pages")
  func contrast() {
    let palette = Dictionary(uniqueKeysWithValues: SVGPainter.palette.map { ($0.key, $0.value) })
    let texts = Set(Scene.Paint.allCases.map(\.rawValue))
    #expect(texts.isSubset(of: palette.keys))
    for (name, colour) in SVGPainter.palette where !["paper", "raised", "rule"].contains(name) {
      for ground in ["paper", "raised"] {
        guard let ground = palette[ground] else { continue }
        for (a, b) in [(colour.light, ground.light), (colour.dark, ground.dark)] {
          let ratio = Self.contrast(a, b)
          #expect(ratio >= (texts.contains(name) ? 4.5 : 3), "\(name) on \(b): \(ratio)")
        }
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

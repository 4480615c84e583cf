import Testing

@testable import Pictures

@Suite("Drawing: Words", .watched)
struct WordsTests {
  @Test("text is broken at spaces, and a word only if it is longer than a line")
  func wrap() {
    #expect(Words.wrap("the view observes clock.date", to: 17, most: 9) == ["the view observes", "clock.date"])
    #expect(
      Words.wrap("a NSInternalInconsistencyException", to: 20, most: 9) == [
        "a", "NSInternal", "Inconsistency", "Exception",
      ])
    #expect(Words.wrap("aaaaaaaaaaaa", to: 5, most: 9) == ["aaaaa", "aaaaa", "aa"])
    #expect(Words.wrap("", to: 5, most: 9) == [])
  }

  @Test("what is cut ends in an ellipsis, and fits")
  func cut() {
    #expect(Words.wrap("one two three four", to: 9, most: 1) == ["one tw…"])
    #expect(Words.shortened("receivedBytes", to: 8) == "recei…")
    #expect(Words.shortened("date", to: 4) == "date")
    for width in 4...12 {
      for text in ["one two three", "0 → 1 → 2", "x", "……………", "壁時計.日付: 0 → 7 ⏰"] {
        #expect(Words.width(of: Words.shortened(text, to: width)) <= width)
        #expect(Words.ascii(Words.shortened(text, to: width)).count <= width)
      }
    }
  }

  @Test("a text has as much room as it needs in ASCII")
  func ascii() {
    for text in ["0 → 1", "“so”…", "naïve", "×–\n"] {
      #expect(Words.ascii(text).allSatisfy { $0.isASCII })
      #expect(Words.ascii(text).count == Words.width(of: text), "\(text)")
    }
  }

  @Test("names are broken before capitals, and numbers keep their space")
  func names() {
    #expect(Words.lines(ofName: "managedClockView", width: 11) == ["managed", "ClockView"])
    #expect(Words.lines(ofName: "clock 12", width: 11) == ["clock 12"])
    #expect(Words.lines(ofName: "view's controller", width: 11) == ["view's", "controller"])
  }

  @Test("every sign of a drawing has a character in ASCII")
  func signs() {
    let texts =
      Scene.Bar.allCases.map { String($0.rawValue) } + Scene.Sign.allCases.map { String($0.rawValue) }
      + Holdings.Look.allCases.map(\.rawValue) + ["─│╌╎┈┊◀▶╳↻□━"]
    for character in texts.joined() {
      let ascii = Words.ascii(String(character))
      #expect(ascii.count == 1 && ascii != "?", "\(character)")
    }
  }
}

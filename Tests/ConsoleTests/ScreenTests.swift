import Foundation
import TestSupport
import Testing

@testable import Console

@Suite("What a screen can show", .watched)
struct ScreenTests {
  /// A descriptor that is no terminal.
  private func screen(_ choice: ColorChoice = .auto, _ environment: [String: String] = [:]) -> Screen {
    let file = open("/dev/null", O_WRONLY)
    defer { close(file) }
    return Screen(file, choice, environment)
  }

  @Test("an explanation is beside its term, or below it in a narrow window")
  func rows() {
    #expect(Screen().row("  a   ", "one two") == ["  a   one two"])
    #expect(
      Screen(width: 40).row("  a   ", "one two three four five six seven eight")
        == ["  a   one two three four five six seven", "      eight"])
    #expect(
      Screen(width: 30).row("  a   ", "one two three four five six seven")
        == ["  a", "    one two three four five", "    six seven"])
  }

  @Test("where there is no terminal, there are no colours unless they are asked for")
  func colours() {
    #expect(!screen().isColoured && !screen(.never).isColoured && screen(.always).isColoured)
    #expect(screen(.always, ["NO_COLOR": "1", "TERM": "dumb"]).isColoured)
    #expect(!screen().isTerminal)
  }

  @Test("a terminal is sent colours, unless NO_COLOR is set to something or TERM is dumb")
  func wantsColours() {
    #expect(Screen.wantsColours([:]) && Screen.wantsColours(["TERM": "xterm", "NO_COLOR": ""]))
    for environment in [["NO_COLOR": "1"], ["NO_COLOR": "0"], ["TERM": "dumb"], ["TERM": "dumb", "NO_COLOR": ""]] {
      #expect(!Screen.wantsColours(environment))
    }
  }

  @Test("a text is coded where colours are on, and only there")
  func codes() {
    let (coloured, plain) = (Screen(isColoured: true), Screen())
    #expect(coloured.red("x") == "\u{1B}[31mx\u{1B}[0m" && coloured.bold("x") == "\u{1B}[1mx\u{1B}[0m")
    #expect(coloured.green("") == "")
    for text in [plain.red("x"), plain.bold("x"), plain.faint("x"), plain.green("x"), plain.yellow("x")] {
      #expect(text == "x")
    }
  }

  @Test("the width is that of COLUMNS where there is no terminal; without it, no line is broken")
  func width() {
    #expect(screen().width == nil && screen().columns == 80)
    #expect(screen(.auto, ["COLUMNS": "50"]).width == 50)
    for columns in ["", "x", "0", "-1", "19", "1001", "5 0"] {
      #expect(screen(.auto, ["COLUMNS": columns]).width == nil)
    }
    let long = String(repeating: "word ", count: 50)
    #expect(Screen().lines(long) == [long])
    #expect(Screen(width: 50).lines(long, indent: 4).allSatisfy { $0.count <= 46 })
    #expect(Screen(width: 300).lines(long).allSatisfy { $0.count <= 100 })
  }

  @Test("signs beyond ASCII are for locales that have them", arguments: ["LC_ALL", "LC_CTYPE", "LANG"])
  func locale(_ name: String) {
    for locale in ["en_US.UTF-8", "de_DE.utf8", "C.UTF-8", ""] { #expect(Screen.isUTF8([name: locale])) }
    for locale in ["C", "POSIX", "de_DE.ISO-8859-1"] {
      #expect(!Screen.isUTF8([name: locale]))
      #expect(screen(.auto, [name: locale]).isASCII)
    }
  }

  @Test("the first variable that is set decides the locale")
  func order() {
    #expect(Screen.isUTF8([:]))
    #expect(!Screen.isUTF8(["LC_ALL": "C", "LANG": "C.UTF-8"]))
    #expect(Screen.isUTF8(["LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"]))
  }

  @Test("in ASCII, the signs are in ASCII")
  func signs() {
    let screen = Screen(isASCII: true)
    for sign in [screen.rightSign, screen.wrongSign, screen.mixedSign, screen.nextSign, screen.eventSign] {
      #expect(sign.utf8.allSatisfy { $0 < 128 })
    }
    #expect(Screen().rightSign == "✓" && Screen().wrongSign == "✗")
  }
}

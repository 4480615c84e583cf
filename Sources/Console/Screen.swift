import Foundation

/// When to send colours.
package enum ColorChoice: String, Sendable {
  case always, auto, never
}

/// How a stream shows text: how wide it is, and whether it understands colours and more than ASCII.
package struct Screen: Sendable {
  /// In columns. Nil if text is not broken, as in a pipe.
  package let width: Int?
  /// The columns of the terminal from which a pipe was made, which may lead to a program such as `less`; nil if there is
  /// none.
  private let pipeWidth: Int?
  package let isTerminal: Bool
  package let isColoured: Bool
  package let isASCII: Bool

  package init(width: Int? = nil, isTerminal: Bool = false, isColoured: Bool = false, isASCII: Bool = false) {
    (self.width, self.isTerminal, self.isColoured, self.isASCII) = (width, isTerminal, isColoured, isASCII)
    pipeWidth = nil
  }

  /// The screen of a descriptor. Without a terminal, `COLUMNS` is used if it is exported.
  package init(
    _ descriptor: Int32, _ choice: ColorChoice = .auto,
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    isTerminal = isatty(descriptor) != 0
    width = Self.columns(of: descriptor) ?? Self.columns(environment) ?? (isTerminal ? 80 : nil)
    pipeWidth =
      Self.isPipe(descriptor) ? [STDERR_FILENO, STDIN_FILENO].lazy.compactMap { Self.columns(of: $0) }.first : nil
    isColoured = choice == .always || (choice == .auto && isTerminal && Self.wantsColours(environment))
    isASCII = !Self.isUTF8(environment)
  }

  /// The same screen with the width that the terminal of the descriptor has now.
  package func measured(_ descriptor: Int32) -> Screen {
    Screen(
      width: Self.columns(of: descriptor) ?? width, isTerminal: isTerminal, isColoured: isColoured, isASCII: isASCII)
  }

  /// The width for text with columns, such as a table.
  package var columns: Int { width ?? pipeWidth ?? 80 }

  /// The same screen for text around a picture: in a pipe, the text is broken where the terminal ends, as the picture is.
  package var aroundPictures: Screen {
    Screen(width: width ?? pipeWidth, isTerminal: isTerminal, isColoured: isColoured, isASCII: isASCII)
  }

  /// Breaks a line where the screen ends.
  ///
  /// - Parameter indent: how many columns are taken on every line.
  package func lines(_ text: String, indent: Int = 0) -> [String] {
    guard let width else { return [text] }
    // Longer lines are hard to read, even if there is room.
    return wrapped(text, to: max(20, min(width, 100) - indent))
  }

  /// A term and its explanation beside it, or below it if the screen is too narrow for both.
  ///
  /// - Parameter term: with the spaces that separate it from the explanation.
  package func row(_ term: String, _ text: String) -> [String] {
    if let width, width < term.columns + 25 {
      let start = term.trimmingSpacesAtEnd
      return [start] + lines(text, indent: 4).map { "    " + $0 }
    }
    let parts = lines(text, indent: term.columns)
    return [term + parts[0]] + parts.dropFirst().map { "".padded(to: term.columns) + $0 }
  }

  // MARK: Colours

  package func bold(_ text: String) -> String { coded(text, 1) }
  package func faint(_ text: String) -> String { coded(text, 2) }
  package func red(_ text: String) -> String { coded(text, 31) }
  package func green(_ text: String) -> String { coded(text, 32) }
  package func yellow(_ text: String) -> String { coded(text, 33) }

  private func coded(_ text: String, _ code: Int) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  // MARK: The system

  /// The columns of a terminal; nil if there is none, or it does not say.
  package static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  package static func columns(_ environment: [String: String]) -> Int? {
    environment["COLUMNS"].flatMap { Int($0) }.flatMap { 20...1000 ~= $0 ? $0 : nil }
  }

  /// Whether to send colours to a terminal.
  package static func wantsColours(_ environment: [String: String]) -> Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Whether the locale has more than ASCII. If no locale is set, it is assumed to.
  package static func isUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    guard let locale = names.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return true }
    let upper = locale.uppercased()
    return upper.contains("UTF-8") || upper.contains("UTF8")
  }
}

/// The marks before findings.
extension Screen {
  package var rightSign: String { green(isASCII ? "ok" : "✓") }
  package var wrongSign: String { red(isASCII ? "X" : "✗") }
  /// Neither of the two: a mistake that shows as it should.
  package var mixedSign: String { yellow("~") }
  package var nextSign: String { isASCII ? ">" : "→" }
  package var eventSign: String { isASCII ? "-" : "·" }
}

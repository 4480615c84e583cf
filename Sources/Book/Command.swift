/// The first line of a transcript, `$ ./scenarios run REG-1 | tail -3`, taken apart.
///
/// No shell is involved: arguments are split at spaces, single quotes hold one together, and
/// the output is cut here.
struct Command: Equatable, Sendable {
  var arguments: [String]
  var part = Part.all

  /// Which lines of the output are shown.
  enum Part: Equatable, Sendable {
    case all
    case head(Int)
    case tail(Int)

    func cut(_ lines: [String]) -> [String] {
      switch self {
      case .all: lines
      case .head(let count): Array(lines.prefix(count))
      case .tail(let count): Array(lines.suffix(count))
      }
    }
  }

  init(_ line: String) throws(Unreadable) {
    guard line.hasPrefix("$ ") else {
      throw Unreadable("a console block begins with \"$ ./scenarios …\"")
    }
    var words = try Self.words(line.dropFirst(2))
    if let bar = words.firstIndex(of: "|") {
      part = try Self.part(words[(bar + 1)...])
      words.removeSubrange(bar...)
    }
    guard words.first == "./scenarios" else {
      throw Unreadable("a console block shows ./scenarios, not \"\(line)\"")
    }
    arguments = Array(words.dropFirst())
  }

  private static func part(_ words: ArraySlice<String>) throws(Unreadable) -> Part {
    if words.count == 2, let option = words.last, option.hasPrefix("-"),
      let count = Int(option.dropFirst()), count > 0
    {
      if words.first == "head" { return .head(count) }
      if words.first == "tail" { return .tail(count) }
    }
    let text = words.joined(separator: " ")
    throw Unreadable("only \"| head -N\" and \"| tail -N\" are understood, not \"| \(text)\"")
  }

  private static func words(_ text: Substring) throws(Unreadable) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in text {
      switch character {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let word { words.append(word) }
        word = nil
      case _ where !isQuoted && "\"\\$&;<>*?`()".contains(character):
        throw Unreadable("a transcript runs without a shell, so \(character) has no meaning in it")
      default:
        word = (word ?? "") + String(character)
      }
    }
    if isQuoted { throw Unreadable("a quote in the command is never closed") }
    if let word { words.append(word) }
    return words
  }
}

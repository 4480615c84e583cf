/// A small program, and the calls that each of its commands makes. `Programs/scenarios.txt` explains the form.
struct Program {
  /// A call of an observer, or an exception, written as a line.
  struct Call {
    /// A space if Apple's model and this engine agree, `-` if only Apple's model does this, `+` if only this engine.
    let mark: Character
    let text: String
    /// The difference that explains it.
    var difference: String?
  }

  struct Command {
    let text: String
    var calls: [Call] = []

    /// What happens in Apple's model (`-`), or here (`+`).
    func lines(_ mark: Character) -> [String] { calls.filter { $0.mark == " " || $0.mark == mark }.map(\.text) }
  }

  /// A command that an observer carries out in one of its calls.
  struct Reaction {
    let observer: String
    let isPrior: Bool
    /// Which of the observer's calls before a change, or of its other calls, counted from 1.
    let number: Int
    let command: String
  }

  let id: String
  let title: String
  var reactions: [Reaction] = []
  var commands: [Command] = []

  /// A line that has no meaning.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }
}

/// The programs of a file, and the differences that its head names.
struct ProgramFile {
  private(set) var programs: [Program] = []
  private(set) var differences: [(id: String, reason: String)] = []

  init(_ text: String) throws {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("# ") && line != "#" {
      if !read(String(line)) { throw Program.Mistake(description: "line \(index + 1) has no meaning: \(line)") }
    }
  }

  /// Reads a line; false if it has no meaning.
  private mutating func read(_ line: String) -> Bool {
    let last = programs.count - 1
    let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
    let words = parts[0].split(separator: " ").map(String.init)
    switch words[0] {
    case "##" where words.count > 1:
      programs.append(Program(id: words[1], title: line.split(separator: " ").dropFirst(2).joined(separator: " ")))
    case "difference" where words.count == 2 && parts.count == 2:
      differences.append((words[1], parts[1]))
    case _ where programs.isEmpty:
      return false
    case "on":
      guard parts.count == 2, let observer = words.last, let number = Int(words[words.count - 3]) else { return false }
      programs[last].reactions.append(
        Program.Reaction(observer: observer, isPrior: words[1] == "prior", number: number, command: parts[1]))
    case _ where " +-".contains(line.prefix(1)):
      guard let command = programs[last].commands.indices.last, let call = call(line) else { return false }
      programs[last].commands[command].calls.append(call)
    default:
      programs[last].commands.append(Program.Command(text: line))
    }
    return true
  }

  /// A call: its mark in the first column, and a difference in parentheses at the end if there is a mark.
  private func call(_ line: String) -> Program.Call? {
    var call = Program.Call(mark: line.first ?? " ", text: String(line.dropFirst(2)))
    if call.mark == " " { return call }
    guard line.hasSuffix(")"), let start = line.lastIndex(of: "(") else { return nil }
    call = Program.Call(
      mark: call.mark, text: String(line[..<start].dropFirst(2).dropLast()),
      difference: String(line[line.index(after: start)...].dropLast()))
    return call
  }
}

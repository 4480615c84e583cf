internal import Foundation

/// A small program, and the calls that each of its commands makes. `scenarios.txt`, among the programs of the conformance
/// suite, explains the form.
package struct Program: Sendable {
  /// The objects and the observers that there are in every program.
  package static let objects = ["a", "b", "c", "d", "e", "f", "g"]
  package static let observers = ["A", "B", "C", "r"]

  /// A call of an observer, or an exception, written as a line.
  package struct Call: Sendable {
    /// A space if Apple's model and this engine agree, `-` if only Apple's model does this, `+` if only this engine.
    package let mark: Character
    package let text: String
    /// The difference that explains it.
    package var difference: String?
  }

  package struct Command: Sendable {
    package let text: String
    package let action: Action
    package var calls: [Call] = []

    /// What happens in Apple's model (`-`), or here (`+`).
    package func lines(_ mark: Character) -> [String] {
      calls.filter { $0.mark == " " || $0.mark == mark }.map(\.text)
    }
  }

  /// A command that an observer carries out in one of its calls.
  package struct Reaction: Sendable {
    package let observer: String
    package let isPrior: Bool
    /// Which of the observer's calls before a change, or of its other calls, counted from 1.
    package let number: Int
    package let command: String
    package let action: Action
  }

  package let id: String
  package var title: String
  package var reactions: [Reaction] = []
  package var commands: [Command] = []

  /// A line that has no meaning.
  package struct Mistake: Error, CustomStringConvertible {
    package let description: String
  }
}

extension Program {
  /// The lines of the file that has this program, with the calls if there are any.
  package var text: String {
    var lines = ["## \(id)\(title.isEmpty ? "" : " \(title)")"]
    for reaction in reactions {
      lines.append(
        "on \(reaction.isPrior ? "prior " : "")call \(reaction.number) of \(reaction.observer): \(reaction.command)")
    }
    for command in commands {
      lines.append(command.text)
      lines += command.calls.map { call in
        "\(call.mark) \(call.text)" + (call.difference.map { " (\($0))" } ?? "")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The programs of a file, and the differences that its head names.
package struct ProgramFile {
  package private(set) var programs: [Program] = []
  package private(set) var differences: [(id: String, reason: String)] = []

  package init(_ text: String) throws {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("# ") && line != "#" {
      if !read(String(line)) { throw Program.Mistake(description: "line \(index + 1) has no meaning: \(line)") }
    }
  }

  /// The file of the conformance suite.
  package init(named name: String) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = tests.appending(path: "RawObservingTests/Conformance/Programs/\(name).txt")
    try self.init(String(contentsOf: file, encoding: .utf8))
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
      guard parts.count == 2, words.count > 4, let number = Int(words[words.count - 3]),
        let action = Program.Action(parts[1])
      else { return false }
      programs[last].reactions.append(
        Program.Reaction(
          observer: words[words.count - 1], isPrior: words[1] == "prior", number: number, command: parts[1],
          action: action))
    case _ where " +-".contains(line.prefix(1)):
      guard let command = programs[last].commands.indices.last, let call = call(line) else { return false }
      programs[last].commands[command].calls.append(call)
    default:
      guard let action = Program.Action(line) else { return false }
      programs[last].commands.append(Program.Command(text: line, action: action))
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

/// A change of one line of a pitfall's program, after which at least one of its acts ends differently.
package struct LineChange: Sendable {
  package enum Kind: String {
    case delete, double
  }

  package let kind: Kind
  /// The line, without its indentation and without a comment that follows it.
  package let line: String
  /// Which of the lines that read like this is meant, counted from 1, and how many there are in the file.
  let occurrence: Int
  let count: Int

  private init(_ kind: Kind, _ line: String, _ occurrence: Int, _ count: Int) {
    (self.kind, self.line, self.occurrence, self.count) = (kind, line, occurrence, count)
  }

  package static func delete(_ line: String, _ occurrence: Int = 1, of count: Int = 1) -> LineChange {
    LineChange(.delete, line, occurrence, count)
  }

  package static func double(_ line: String, _ occurrence: Int = 1, of count: Int = 1) -> LineChange {
    LineChange(.double, line, occurrence, count)
  }

  /// The index of the line. Nil if the file does not have such lines exactly as often as the catalogue says, which is so
  /// once a reader has made the change.
  func index(in lines: [String]) -> Int? {
    let found = lines.indices.filter { index in
      let text = lines[index].drop { $0 == " " }
      return text.hasPrefix(line) && text.dropFirst(line.count).wholeMatch(of: /( *\/\/.*)?/) != nil
    }
    return found.count == count && found.indices.contains(occurrence - 1) ? found[occurrence - 1] : nil
  }

  /// The lines of the file after the change. Nil if the line is not there.
  package func made(in lines: [String]) -> [String]? {
    guard let index = index(in: lines) else { return nil }
    var lines = lines
    switch kind {
    case .delete: lines.remove(at: index)
    case .double: lines.insert(lines[index], at: index)
    }
    return lines
  }
}

extension Pitfall {
  /// What a reader is invited to do after the run, in words that continue "Change".
  ///
  /// - Parameter lines: the lines of its program.
  func invitation(to change: LineChange, in lines: [String]) -> String {
    guard let index = change.index(in: lines) else {
      return "made: \(typeName).swift is not as the package has it. To undo the change: "
        + "git restore \(source)"
    }
    return "one thing: \(change.kind) line \(index + 1) of \(typeName).swift, `\(change.line)`, and run "
      + "./scenarios run \(name) again. To undo it: git restore \(source)"
  }
}

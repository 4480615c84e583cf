import Course

/// What the blocks of the book ought to hold: the excerpts of the sources and the output of the
/// executable.
struct Truth: Sendable {
  /// The source files, by path, with their excerpts.
  let sources: [String: Excerpts]
  /// Runs `./scenarios`.
  let run: @Sendable (Command) throws -> Executable.Outcome
  /// The lines of a file.
  let lines: @Sendable (_ path: String) throws -> [String]

  /// The blocks whose lines are compared.
  static let kinds = ["swift", "objc", "console", "diff"]

  /// The lines that belong into a block of one of those kinds.
  func body(of block: Block) throws -> [String] {
    switch block.info {
    case "swift", "objc": try excerpt(for: block)
    case "diff": try difference(for: block)
    default: try transcript(for: block)
    }
  }

  private func difference(for block: Block) throws -> [String] {
    let paths = block.difference
    guard paths.count == 2 else {
      throw Unreadable("a diff block needs a comment right above: <!-- difference: OLD NEW -->")
    }
    return Difference.lines(from: Difference.code(try lines(paths[0])), to: Difference.code(try lines(paths[1])))
  }

  private func excerpt(for block: Block) throws(Unreadable) -> [String] {
    guard let name = block.snippet else {
      throw Unreadable("a listing needs a comment right above: <!-- snippet: FILE#NAME -->")
    }
    guard let excerpts = sources[name.file] else {
      throw Unreadable("there is no source file \(name.file)\(Repository.moved(name.file))")
    }
    guard let body = excerpts.bodies[name.name] else {
      let known = excerpts.bodies.keys.sorted().joined(separator: ", ")
      throw Unreadable("\(name.file) has no snippet \"\(name.name)\"; it has: \(known)")
    }
    return body
  }

  private func transcript(for block: Block) throws -> [String] {
    let line = block.lines.first ?? ""
    let command = try Command(line)
    let outcome = try run(command)
    let expected = Int(block.comment?["exit"] ?? "0")
    guard outcome.exitCode == expected else {
      let code = outcome.exitCode
      throw Unreadable(
        """
        "\(line)" ended with exit code \(code). Correct the command, or say above that it should: exit: \(code)
          it printed: \(outcome.lines.suffix(3).joined(separator: " "))
        """)
    }
    // Addresses are not the same in two runs. Nil, 0x0, is.
    return [line] + command.part.cut(outcome.lines).map { $0.replacing(/0x(?!0\b)[0-9a-f]+/, with: "0x…") }
  }
}

extension Block {
  /// The two files that a `difference:` above the block gives.
  var difference: [String] { comment?["difference"]?.split(separator: " ").map(String.init) ?? [] }

  /// The file and the name that a `snippet:` above the block gives.
  var snippet: (file: String, name: String)? {
    let parts = comment?["snippet"]?.split(separator: "#", omittingEmptySubsequences: false) ?? []
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}

extension Page {
  /// Every block with that info string that does not hold what the truth says.
  func differences(of info: String, from truth: Truth) -> [Problem] {
    blocks.filter { $0.info == info }.compactMap { block in
      do {
        return difference(block, from: try truth.body(of: block))
      } catch let error as Unreadable {
        return problem(block, error.reason)
      } catch {
        return problem(block, "\(error)")
      }
    }
  }

  private func difference(_ block: Block, from truth: [String]) -> Problem? {
    let count = max(block.lines.count, truth.count)
    func line(_ index: Int, of lines: [String]) -> String? {
      index < lines.count ? lines[index] : nil
    }
    guard
      let first = (0..<count).first(where: { line($0, of: block.lines) != line($0, of: truth) })
    else { return nil }
    func shown(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "nothing more" }
    return problem(
      block.line + 1 + first,
      """
      this line differs from its source. Run "make lessons" to bring it up to date.
        here:   \(shown(line(first, of: block.lines)))
        source: \(shown(line(first, of: truth)))
      """)
  }

  /// The page with the truth in all its blocks. A block whose truth cannot be told stays as it is, and
  /// fails when it is compared.
  func updated(from truth: Truth) -> Page {
    replacingBodies { block in
      Truth.kinds.contains(block.info) ? try? truth.body(of: block) : nil
    }
  }
}

/// Every excerpt that no page shows, and everything that is wrong with the markers.
func unusedExcerpts(of sources: [String: Excerpts], in pages: [Page]) -> [Problem] {
  let used = Set(
    pages.flatMap(\.blocks).compactMap { block in block.snippet.map { "\($0.file)#\($0.name)" } })
  return sources.sorted { $0.key < $1.key }.flatMap { path, excerpts in
    excerpts.problems
      // `scenarios next` and `quiz` show the part that is called `asked`.
      + excerpts.bodies.keys.sorted().filter { $0 != "asked" && !used.contains("\(path)#\($0)") }.map {
        Problem(
          page: path, line: excerpts.lineNumbers[$0] ?? 1,
          message: "no page shows snippet.\($0): show it, <!-- snippet: \(path)#\($0) -->, or remove its two markers")
      }
  }
}

/// The difference between two versions of a file, as a `diff` block shows it.
enum Difference {
  /// The lines of the block, with a line of dots between its parts.
  static func lines(from old: [String], to new: [String]) -> [String] {
    let parts = LineDifference.parts(from: old, to: new).map { part in
      part.map { $0.mark == " " && $0.text.isEmpty ? "" : "\($0.mark)\($0.text)" }
    }
    return Array(parts.joined(separator: ["…"]))
  }

  /// The lines of a file without the comment that it begins with.
  static func code(_ lines: [String]) -> [String] { Array(lines.drop { $0.hasPrefix("//") }) }
}

/// What pages, comments and scripts name of this repository: types, files, suites and verbs. The compiler reads none of
/// these, so a rename leaves them behind.
enum NamedCode {
  /// Names in code font that are no types here: those of other libraries, the first words of messages, folders, values
  /// and the placeholders of examples.
  static let foreign: Set = [
    "AppleTests", "Assign", "Cannot", "ClockDelegate", "Clocks", "Concurrency", "Could", "Documentation",
    "FigVideoContainerLayer",
    "InlineArray", "KVOControllerNonRetaining", "KeyValueObserving", "MissingRemove", "Module", "Naima", "Nina",
    "Objective", "ObservationIgnored", "Operation", "OperationQueue", "PMKVObserver", "Package", "PersonView",
    "Properties", "Rx", "RxCocoa", "RxSwift",
    "Simultaneous", "SmartKeyPath", "Support", "Target", "Values", "Who",
  ]
  /// How the names of Apple's frameworks and of FBKVOController begin.
  private static var foreignPrefix: Regex<Substring> { /AV|CA|CFPrefs|CG|FBKVO|NS|OS|UI|URL|WK/ }
  /// The parts of a path that the reader fills in.
  private static var placeholder: Regex<Substring> { /AREA|ID-|NN-|TypeName|\/Module\/|\/name\./ }

  /// A text that may hold names, and where it is.
  struct Place {
    let path: String
    let line: Int
    let text: Substring

    fileprivate func problem(_ message: String) -> Problem { Problem(page: path, line: line, message: message) }
  }

  /// The text in code font on a page.
  static func code(on page: Page) -> [Place] {
    page.prose.flatMap { line in code(in: line.text[...]).map { Place(path: page.path, line: line.number, text: $0) } }
  }

  /// The comments of a Swift file.
  static func comments(of lines: [String], in path: String) -> [Place] {
    lines.enumerated().compactMap { index, line in
      line.firstRange(of: "//").map {
        Place(path: path, line: index + 1, text: line[$0.upperBound...].drop { $0 == "/" })
      }
    }
  }

  /// The text in code font of a comment.
  static func code(in comment: Place) -> [Place] {
    code(in: comment.text).map { Place(path: comment.path, line: comment.line, text: $0) }
  }

  private static func code(in text: Substring) -> [Substring] {
    // With an odd number of marks, code begins or ends on another line.
    let count = text.utf8.count { $0 == UInt8(ascii: "`") }
    return count > 0 && count.isMultiple(of: 2) ? text.matches(of: /(`+)([^`]+)\1/).map(\.2) : []
  }

  // MARK: What is not there

  /// The types that no Swift file has. A type begins with a capital and has a small letter.
  static func unknownTypes(in place: Place, known: Set<String>) -> [Problem] {
    place.text.matches(of: /(?:^|[^\w.\/…-])([A-Z]\w*[a-z]\w*)(?![\w\/])/).map { String($0.1) }.filter {
      !known.contains($0) && !foreign.contains($0) && $0.prefixMatch(of: foreignPrefix) == nil
    }.map {
      place.problem(
        "no Swift file has \($0). Write the name that the code has now. If \($0) is not of this repository, "
          + "add it to Tests/LessonsTests/NamedCode.swift.")
    }
  }

  /// The files that are named by their paths, or by their names alone, and are not there.
  static func unknownFiles(in place: Place, all paths: Set<String>) -> [Problem] {
    guard place.text.contains("/") || place.text.contains(".swift") else { return [] }
    let whole = place.text.matches(of: /(?:^|[^\w.\/-])((?:Sources|Tests|Scripts|Lessons|Fuzz|\.ci)\/[\w.\/+-]*\w)/)
      .map { String($0.1) }.filter { !paths.contains($0) && !$0.contains(placeholder) }
    let names = place.text.matches(of: /(?:^|[^\w.\/*}+-])([A-Z][\w+-]*\.swift)(?!\w|\.\w)/).map { String($0.1) }
      .filter { name in !name.contains(placeholder) && !paths.contains { $0.hasSuffix("/\(name)") || $0 == name } }
    return (whole + names).map { place.problem("there is no \($0)\(moved($0, in: paths))") }
  }

  /// Where a file of that name is now, as the end of a message.
  static func moved(_ path: String, in paths: Set<String>) -> String {
    let name = path.split(separator: "/").last ?? ""
    let others = paths.filter { $0.hasSuffix("/\(name)") }.sorted()
    return others.isEmpty
      ? "; correct it or take it out" : "; if it has moved, write where it is now: \(others.joined(separator: " or "))"
  }

  /// The suites in a script's lists, `skipped='One|Two(A|B)Tests'`, that match no test.
  static func unknownSuites(inScript lines: [String], at path: String, tests: [String]) -> [Problem] {
    lines.enumerated().flatMap { index, line -> [Problem] in
      let list = line.wholeMatch(of: /(?:skipped|suites)=['"](?:\$skipped\|)?(.*)['"]/)?.1
      guard let list = list ?? line.firstMatch(of: /--filter ([A-Z][\w.]*\/?)/)?.1 else { return [] }
      return alternatives(of: String(list)).filter { pattern in
        guard let pattern = try? Regex(pattern) else { return true }
        return !tests.contains { $0.firstMatch(of: pattern) != nil }
      }.map {
        Problem(
          page: path, line: index + 1,
          message: "no suite matches \($0). Write the name that the suite has now, or take it out.")
      }
    }
  }

  /// A pattern without groups for each way through it: `aTests` and `bTests` for `(a|b)Tests`.
  static func alternatives(of pattern: String) -> [String] {
    guard let group = pattern.firstMatch(of: /\(([^()]*)\)/) else {
      return pattern.split(separator: "|").map(String.init)
    }
    // The alternative around the group, as long as no other begins.
    var before: [Substring] = pattern[..<group.range.lowerBound].split(
      separator: "|", omittingEmptySubsequences: false)
    var after: [Substring] = pattern[group.range.upperBound...].split(separator: "|", omittingEmptySubsequences: false)
    let (start, end) = (before.removeLast(), after.removeFirst())
    let inside = group.1.split(separator: "|").map { "\(start)\($0)\(end)" }
    let rest = after.isEmpty ? [] : alternatives(of: after.joined(separator: "|"))
    return before.map(String.init) + inside + rest
  }

  /// The verbs that a script calls and that the Makefile does not have.
  static func unknownVerbs(inScript lines: [String], at path: String, verbs: Set<String>) -> [Problem] {
    lines.enumerated().compactMap { index, line in
      guard let verb = line.firstMatch(of: /^\s*(?:run: )?(?:make|need) ([a-z][a-z-]*)/)?.1,
        !verbs.contains(String(verb))
      else { return nil }
      return Problem(
        page: path, line: index + 1, message: "the Makefile has no verb \"\(verb)\": write the one it has now")
    }
  }

  /// The lines of `Tests/not-covered.txt` whose file, or whose line of it, is not there.
  static func unknownLines(inList lines: [String], at path: String, file: (String) -> [String]?) -> [Problem] {
    var name = ""
    var source: [String]?
    var problems: [Problem] = []
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("Sources/") {
        (name, source) = (line, file(line))
        if source == nil {
          problems.append(
            Problem(page: path, line: index + 1, message: "there is no \(name): name the file it is in now"))
        }
      } else if line.hasPrefix("  "), !line.hasPrefix("   "), let source,
        !source.contains(where: { $0.drop { $0 == " " } == line.dropFirst(2) })
      {
        problems.append(
          Problem(
            page: path, line: index + 1,
            message: "\(name) has no such line: copy it as it is now, or take it out with its reason"))
      }
    }
    return problems
  }
}

package import Console
import Foundation

/// `scenarios review`: the pitfalls in a reader's own sources.
package enum ReviewVerb {
  /// - Parameters:
  ///   - card: says of a pitfall what a report of GitHub's links to.
  ///   - name: the name of a pitfall.
  package static func verb(
    card: @escaping @Sendable (String) -> String, name: @escaping @Sendable (String) -> String
  ) -> Verb<Action> {
    Verb(
      "review", "PATH ...", words: 0...Int.max, "find mistakes of observing in your own Swift and Objective-C",
      options: [
        Option("--all", nil, "list places that may have a mistake, too"),
        Option("--exclude", "GLOB", "leave these paths out, as in .gitignore; may be given several times"),
        Option("--baseline", "FILE", "leave out the findings that FILE has"),
        Option("--write-baseline", "FILE", "write the findings of today into FILE; with --baseline, only those it has"),
        Option("--json", nil, "as JSON"), Option("--sarif", nil, "as SARIF, which GitHub shows in a pull request"),
      ],
      details: details
    ) { line throws(UsageError) -> Action in
      guard !line.words.isEmpty else {
        throw UsageError("'review' needs a file or a folder: './scenarios review ~/MyApp'.")
      }
      if line.words.contains("") { throw UsageError("'review' needs a file or a folder, and was given ''.") }
      if line.has("--json"), line.has("--sarif") { throw UsageError("--json and --sarif: choose one.") }
      var request = Review.Request(paths: line.words)
      (request.all, request.excluded) = (line.has("--all"), line.values(of: "--exclude"))
      let command = Command(
        request: request, baseline: line.value(of: "--baseline"), written: line.value(of: "--write-baseline"),
        isJSON: line.has("--json"), isSARIF: line.has("--sarif"), card: card, name: name)
      return { try command.run($0) }
    }
  }

  private static let details = [
    "It reads sources as text, and does not compile them. Each finding names a pitfall that you can run. On a terminal it shows "
      + "the first 20; elsewhere it prints a line for each, as a compiler does, so that Xcode shows it in a build phase. It "
      + "ends with 1 if it finds something.",
    "It leaves out tests, .gitignore's files, and the folders Pods, Carthage, checkouts, SourcePackages, DerivedData, build "
      + "and node_modules. To ignore a finding, write '// review:ignore MOD-2 REASON' on its line or on the line "
      + "before. A file .reviewignore at the root has lines such as 'Sources/Old/** MOD-2,LIF-3 kept for version 1'.",
    "It cannot see: types that the compiler infers; superclasses in packages and frameworks; what Interface Builder, "
      + "bindings or another module observes; keys that are expressions; how long an object lives that is not shared. So it "
      + "finds a part of what is there. Lessons/Appendices/audit.md says what to search for by hand.",
  ]

  private struct Command {
    let request: Review.Request
    /// The file with the findings that are left out, and the one that is written.
    let baseline, written: String?
    let isJSON: Bool
    let isSARIF: Bool
    let card, name: @Sendable (String) -> String

    func run(_ screen: Screen) throws -> Bool {
      var compared = Review.Compared(new: try Review(request))
      if let baseline {
        let known = try read(baseline)
        compared = compared.new.compared(with: known)
        // Nothing new gets into it.
        if let written { try write(known.text(without: compared), to: written) }
      } else if let written {
        try write(Baseline(of: written).text(of: compared.new.findings), to: written)
        compared = compared.new.compared(with: try read(written))
      }
      let report = ReviewReport(
        review: compared.new, baseline: (baseline ?? written).map { _ in (compared.knownCount, compared.goneCount) },
        nameOf: name)
      if isJSON {
        print(try report.json())
      } else if isSARIF {
        print(try report.sarif(card))
      } else if screen.isTerminal {
        report.print(screen)
      } else {
        for line in report.lines { print(line) }
        // Both may go to one file.
        fflush(nil)
        for line in report.summary { StandardStreams.writeError(line + "\n") }
      }
      return report.review.findings.isEmpty
    }

    private func read(_ file: String) throws -> Baseline {
      guard FileManager.default.fileExists(atPath: file) else {
        throw InputError(message: "there is no baseline \(quoted(file)). '--write-baseline \(file)' writes it.")
      }
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
        throw InputError(message: "\(quoted(file)) cannot be read.")
      }
      return try Baseline(text, from: file)
    }

    private func write(_ text: String, to file: String) throws {
      if FileManager.default.fileExists(atPath: file),
        (try? String(contentsOfFile: file, encoding: .utf8)).map(Baseline.isOne) != true
      {
        throw InputError(message: "\(quoted(file)) is there, and is no baseline. Name another file.")
      }
      do {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
      } catch {
        throw OutputError(message: "\(quoted(file)) cannot be written: \(reason(of: error)).")
      }
      let count = text.split(separator: "\n").count - 1
      StandardStreams.writeError(
        "\(quoted(file)) has \(count) finding\(count == 1 ? "" : "s") now. '--baseline \(file)' leaves out what it has.\n"
      )
    }
  }
}

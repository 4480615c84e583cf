import Testing

/// The chapter that builds a mediator in steps: `Lessons/Build`.
enum Chapter {
  static let folder = "Lessons/Build"

  /// A folder with the code of a step, and its page of the same name.
  struct Step: Sendable, CustomTestStringConvertible {
    let number: Int
    let name: String
    /// Its files except the stories, by their names.
    let files: [String]
    /// The step before. The one before the first has no files.
    let before: String
    let filesBefore: [String]

    var page: String { "\(folder)/\(name).md" }
    var testDescription: String { name }
  }

  /// The steps in their order. Number 0 is the code without a mediator, and has no page.
  static let steps: [Step] = {
    let paths = Repository.files(in: folder, endingIn: ".swift").filter { !$0.hasSuffix("/Demo.swift") }
    let names = Repository.files(in: folder, endingIn: "/Demo.swift").map { String($0.split(separator: "/")[2]) }
    func files(of name: String) -> [String] {
      paths.filter { $0.hasPrefix("\(folder)/\(name)/") }.compactMap { $0.split(separator: "/").last.map(String.init) }
    }
    return zip(names, names.dropFirst()).enumerated().map { number, pair in
      Step(
        number: number + 1, name: pair.1, files: files(of: pair.1), before: pair.0, filesBefore: files(of: pair.0))
    }
  }()

  /// What is wrong with the page of a step.
  static func problems(in page: Page, of step: Step) -> [Problem] {
    var problems = Template.titleProblems(in: page)
    let first = page.blocks.first { $0.info == "console" }?.lines.first
    if first != "$ build-steps \(step.number - 1) fails" {
      problems.append(page.problem(1, "a step begins with the failure of the step before"))
    }
    if !page.blocks.contains(where: { $0.lines.first == "$ build-steps \(step.number) works" }) {
      problems.append(page.problem(1, "the page does not show that the failure is gone"))
    }
    if !page.prose.contains(where: { $0.text.hasPrefix("**Before you go on:**") }) {
      problems.append(page.problem(1, "the page asks nothing before it goes on"))
    }
    let shown = Set(page.blocks.filter { $0.info == "diff" }.map(\.difference))
    for expected in differences(of: step) where !shown.contains(expected) {
      problems.append(page.problem(1, "the page does not show the difference \(expected.joined(separator: " "))"))
    }
    return problems
  }

  /// The files that differ from the step before: each as the paths that its block names.
  private static func differences(of step: Step) -> [[String]] {
    step.files.compactMap { file in
      let new = "\(folder)/\(step.name)/\(file)"
      guard step.filesBefore.contains(file) else { return [new] }
      let old = "\(folder)/\(step.before)/\(file)"
      return (try? Repository.text(of: old)) == (try? Repository.text(of: new)) ? nil : [old, new]
    }
  }
}

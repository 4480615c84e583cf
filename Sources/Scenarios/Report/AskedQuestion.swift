import Foundation

/// A question that people ask, with its answer, as `Lessons/Appendices/questions.md` has it.
struct AskedQuestion {
  static let page = "Lessons/Appendices/questions.md"

  /// The line of the page with the question, and those of its answer.
  let lines: [String]

  /// The questions that have every one of the words, in the question itself or in the answer, in the order of the page. None
  /// if one of them is an area, such as `REM`, or a number: these choose pitfalls, and their letters are in many words.
  ///
  /// - Throws: ``InputError`` if the page is not there.
  static func all(with words: [String]) throws -> [AskedQuestion] {
    if words.contains(where: { Area(rawValue: $0.uppercased()) != nil || Int($0) != nil }) { return [] }
    let lines = try PackageRoot.lines(of: page)
    let starts = lines.indices.filter { lines[$0].hasPrefix("### ") }
    let questions = starts.map { start in
      let answer = lines[(start + 1)...].prefix { !$0.hasPrefix("#") && !$0.contains(#/^\[[^\]]+\]: /#) }
      return AskedQuestion(lines: [lines[start]] + answer)
    }
    return questions.filter { question in
      let text = question.lines.joined(separator: " ")
      return words.allSatisfy(text.localizedCaseInsensitiveContains)
    }
  }
}

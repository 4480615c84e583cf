import Console

/// The pitfalls that words on the command line mean.
package enum Selection {
  /// The pitfalls of an id, a name or the beginning of one, an area, or the number of a lesson; those of several words
  /// in their order, each once.
  ///
  /// - Parameter verbs: what the first word may be instead, if no verb was typed.
  package static func pitfalls(_ words: [String], besides verbs: [String] = []) throws -> [Pitfall] {
    var chosen: [Pitfall] = []
    for word in words {
      for pitfall in try pitfalls(word, words, verbs) where !chosen.contains(where: { $0.id == pitfall.id }) {
        chosen.append(pitfall)
      }
    }
    return chosen
  }

  /// The one pitfall of an id, a name, or the beginning of one.
  package static func pitfall(_ word: String) throws -> Pitfall {
    let found = try pitfalls(word, [word], [])
    guard found.count == 1 else {
      throw UsageError(
        "\(quoted(word)) is \(found.count) pitfalls; './scenarios list \(word)' lists them, to name one.")
    }
    return found[0]
  }

  private static func pitfalls(_ word: String, _ words: [String], _ verbs: [String]) throws -> [Pitfall] {
    if let pitfall = Pitfall.named(word) { return [pitfall] }
    let area = Pitfall.inArea(word)
    if !area.isEmpty { return area }
    if let number = Int(word) { return try lesson(number).pitfalls }
    let lower = word.lowercased()
    let begun = word.isEmpty ? [] : Pitfall.all.filter { $0.name.hasPrefix(lower) }
    if begun.count == 1 { return begun }
    if begun.count > 1 {
      let names = begun.prefix(4).map(\.name).joined(separator: ", ") + (begun.count > 4 ? ", …" : "")
      throw UsageError("\(quoted(word)) begins \(begun.count) names: \(names).")
    }
    throw unknown(word, words, verbs)
  }

  /// The lesson of that number, if it has pitfalls.
  private static func lesson(_ number: Int) throws -> Lesson {
    guard Lesson.allCases.indices ~= number else {
      throw UsageError("there is no lesson \(number); the last one is \(Lesson.allCases.count - 1).")
    }
    let lesson = Lesson.allCases[number]
    if lesson.pitfalls.isEmpty {
      throw UsageError("lesson \(number) has no pitfalls to run. './scenarios lesson \(number)' shows it.")
    }
    return lesson
  }

  private static func unknown(_ word: String, _ words: [String], _ verbs: [String]) -> UsageError {
    if word != words.first, verbs.contains(word), let name = words.first {
      return UsageError("a verb comes first: ./scenarios \(word) \(name).")
    }
    if word == "all" { return UsageError("there is no pitfall 'all'. Did you mean --all?") }
    let known = Pitfall.all.flatMap { [$0.id, $0.name] } + (word == words.first ? verbs : [])
    let near = suggestions(for: word, among: known)
    let advice =
      near.isEmpty ? "'./scenarios list' shows them all." : "Did you mean \(near.joined(separator: ", "))?"
    return UsageError("there is no \(verbs.isEmpty ? "" : "verb and no ")pitfall \(quoted(word)). \(advice)")
  }
}

/// The known words nearest to one that is not known: at most three, the nearest first.
package func suggestions(for word: String, among known: [String]) -> [String] {
  let word = word.lowercased()
  // A typing mistake changes at most a third of a name. A word that is very long is not compared at all.
  guard (1...64).contains(word.count) else { return [] }
  return
    known
    .map { (name: $0, distance: distance(word, $0.lowercased())) }
    .filter { $0.name.lowercased().contains(word) || $0.distance <= max(1, word.count / 3) }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    .prefix(3).map(\.name)
}

/// How many letters have to be added, removed, replaced or swapped with the next to make one word of the other.
private func distance(_ first: String, _ second: String) -> Int {
  let (first, second) = (Array(first), Array(second))
  var before: [Int] = []
  var row = Array(0...second.count)
  for i in first.indices {
    var next = [i + 1]
    for j in second.indices {
      var least = min(row[j] + (first[i] == second[j] ? 0 : 1), next[j] + 1, row[j + 1] + 1)
      if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] { least = min(least, before[j - 1] + 1) }
      next.append(least)
    }
    (before, row) = (row, next)
  }
  return row[second.count]
}

/// The known words nearest to one that is not known: at most three, the nearest first.
package func suggestions(for word: String, among known: [String]) -> [String] {
  let word = word.lowercased()
  // Nobody mistypes a name beyond a third of it; and a hostile word need not be measured at all.
  guard (1...64).contains(word.count) else { return [] }
  return
    known
    .map { (name: $0, distance: distance(word, $0.lowercased())) }
    .filter { $0.name.lowercased().contains(word) || $0.distance <= max(2, word.count / 3) }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    .prefix(3).map(\.name)
}

/// How many letters have to be added, removed or replaced to make one word of the other.
private func distance(_ first: String, _ second: String) -> Int {
  let first = Array(first)
  var row = Array(0...second.count)
  for (i, letter) in first.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in second.enumerated() {
      let replaced = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[second.count]
}

package import RawObserving

/// The options of `list`.
struct ListOptions: Equatable {
  /// What the pitfalls have to match: areas, numbers of lessons, words.
  var words: [String] = []
  /// Only those that end the process.
  var dies = false
  /// Only those that leave an object that is never freed.
  var leaks = false
  /// The seven to read if one reads only seven.
  var seven = false
  var json = false
}

/// The options of `run`.
package struct RunOptions: Equatable {
  /// Ids, names, areas, numbers of lessons; empty for all pitfalls.
  var names: [String] = []
  /// Only this side.
  var side: Side?
  /// Only this act, counted from 1.
  package var act: Int?
  /// Only this era.
  package var era: Era?
  var json = false
  /// Only the table.
  var quiet = false
  /// Only the runs that did not end as the catalogue says.
  var failed = false
  /// Asks what the act will do before it shows it.
  package var predict = false
  /// The one act that is asked for runs in this process and may end it.
  var inProcess = false
  /// A timeline of each pair of runs instead of the stories.
  package var timeline = false
  /// The step after which the timelines also show who holds whom.
  package var step: Int?
  /// Where the recordings go; `-` is standard output.
  package var recording: String?
}

import RawObserving

/// The lines that are played in every order: those of a story in one style, or of a reader's file.
struct OrderLines: Sendable {
  struct Line: Sendable {
    let letter: Character
    let text: String
    /// What stands above its column of the table.
    let head: String
    /// What stands beside its arrow.
    let label: String
    /// The line that has its column: lines that do the same thing share one.
    var column: Int
    /// Whether it lets go of an object.
    let isRelease: Bool
    /// Whether it is to be said of it that no call was asked for.
    var isSet = false
    /// The lines that run before it, and what it unwraps.
    var after: [Int] = []
    var needs: [String] = []
  }

  /// What is played, such as `A view observes a clock, by hand`.
  let title: String
  let era: Era
  var lines: [Line]
  /// The classes that belong to the lines, for a reader; none if the lines are all of it.
  let classes: [String]
  /// How the end of an order is told: see ``PlayedOrder/Ending``.
  let isStory: Bool

  /// The lines that have columns of their own.
  var columns: [Int] { lines.indices.filter { lines[$0].column == $0 } }

  static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

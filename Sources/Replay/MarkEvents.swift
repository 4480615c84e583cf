public import Synchronization

/// Where the marks of a copy report to.
public enum Marks {
  /// What a mark reports.
  public enum Event: Sendable {
    /// A statement comes, on that line; the variables of the function, and the objects that they hold.
    case line(Int, [(name: String, object: ObjectIdentifier?)])
    /// A variable's scope has ended.
    case ends(String)
  }

  /// Called for each event, on the thread that runs the statement.
  public static let listener = Mutex<(@Sendable (Event) -> Void)?>(nil)
}

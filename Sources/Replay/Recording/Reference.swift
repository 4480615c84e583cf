/// What a recording cannot find out by itself about the references of a story, declared once.
///
/// A recording looks into the stored properties of the story's objects and finds what they refer to. A mirror does not
/// say which of them retain, and it does not look into closures.
package enum Reference: Equatable, Sendable {
  /// The property is declared `weak`.
  case weak(String, of: String)
  /// The property is declared `unowned`.
  case unowned(String, of: String)
  /// In the act of that number the handlers of an observer retain an object. An object that observes by hand keeps its
  /// handler from its first registration on. A controller releases its handlers with its last record.
  case captured(String, by: String, inAct: Int)
}

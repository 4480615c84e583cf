import Console
import RawObserving

/// Something that happened in a recorded run. README.md, beside this file, says what each kind carries.
package struct RecordedEvent: Codable, Equatable, Sendable {
  /// The kinds, named in the terms of the field.
  enum Kind: String, Codable, CaseIterable, Sendable {
    case born, dying, gone
    case refers, refersNoMore
    case adds, added, removed, swept
    case willChange, changed, announces
    case calls, returned, skips
    case records, drops, ends, passes, passed, defers
    case line, exits, holds, holdsNoMore, receives, has, captures
    case says, meets, looks, finds, dies, stopped, cutOff
    case beside, alone, crowd, fewer, hides
  }

  /// How a reference holds what it refers to.
  package enum Strength: String, Codable, Sendable {
    case strong, weak, unowned
  }

  /// The role of an object in the story.
  enum Role: String, Codable, Sendable {
    case object, controller, mediator
  }

  /// A line of the story's source.
  package struct Line: Codable, Hashable, Sendable {
    /// From the root of the package on.
    package let file: String
    let line: Int
  }

  var what: Kind
  /// True if it was only noticed after the event before; otherwise absent.
  var isNoticed: Bool?
  var thread = ""
  /// Where it happened: the innermost line first, then the lines that called it.
  var lines: [Line] = []

  var object: String?
  var type: String?
  var role: Role?
  var other: String?
  var key: String?
  var strength: Strength?
  var registration: String?
  var record: String?
  var options: [String]?
  var context: String?
  var old: String?
  var new: String?
  var isPrior: Bool?
  /// What was called, or what the reference is called.
  var by: String?
  var reason: String?
  var isAlive: Bool?
  /// The call of a function, and whether its statement calls or assigns something.
  var frame: String?
  var isWork: Bool?
  /// Whether a loop, a condition or a case declares the variable.
  var isBound: Bool?
  var text: String?
  var violation: Violation.ID?
  /// The property of a structure through which a variable holds an object.
  var path: String?
  /// On what it was printed; nil for a line of a story.
  var stream: TimedProcess.Stream?
  /// Where what is printed ends, on its stream. Known only while a run is recorded.
  var end: Int?
  /// How many lines of what is printed are left out. Or how many reports are not recorded, because the recording was
  /// full.
  var missed: Int?

  init(_ what: Kind, object: String? = nil, other: String? = nil, text: String? = nil) {
    (self.what, self.object, self.other, self.text) = (what, object, other, text)
  }
}

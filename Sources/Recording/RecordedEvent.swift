package import Console
package import RawObserving

/// Something that happened in a recorded run. README.md, beside this file, says what each kind carries.
package struct RecordedEvent: Codable, Equatable, Sendable {
  /// The kinds, named in the terms of the field.
  package enum Kind: String, Codable, CaseIterable, Sendable {
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
  package enum Role: String, Codable, Sendable {
    case object, controller, mediator
  }

  /// A line of the story's source.
  package struct Line: Codable, Hashable, Sendable {
    /// From the root of the package on.
    package let file: String
    package let line: Int
  }

  package var what: Kind
  /// True if it was only noticed after the event before; otherwise absent.
  package var isNoticed: Bool?
  package var thread = ""
  /// Where it happened: the innermost line first, then the lines that called it.
  package var lines: [Line] = []

  package var object: String?
  package var type: String?
  package var role: Role?
  package var other: String?
  package var key: String?
  package var strength: Strength?
  package var registration: String?
  package var record: String?
  package var options: [String]?
  package var context: String?
  package var old: String?
  package var new: String?
  package var isPrior: Bool?
  /// What was called, or what the reference is called.
  package var by: String?
  package var reason: String?
  package var isAlive: Bool?
  /// The call of a function, and whether its statement calls or assigns something.
  package var frame: String?
  package var isWork: Bool?
  /// Whether a loop, a condition or a case declares the variable.
  package var isBound: Bool?
  package var text: String?
  package var violation: Violation.ID?
  /// The property of a structure through which a variable holds an object.
  var path: String?
  /// On what it was printed; nil for a line of a story.
  package var stream: TimedProcess.Stream?
  /// Where what is printed ends, on its stream. Known only while a run is recorded.
  var end: Int?
  /// How many lines of what is printed are left out. Or how many reports are not recorded, because the recording was
  /// full.
  package var missed: Int?

  init(_ what: Kind, object: String? = nil, other: String? = nil, text: String? = nil) {
    (self.what, self.object, self.other, self.text) = (what, object, other, text)
  }
}

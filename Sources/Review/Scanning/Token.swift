/// A token of a source. Comments and white space have none.
struct Token: Sendable {
  enum Kind: UInt8, Sendable {
    /// An identifier or a keyword; in Objective-C also `@end` and its like.
    case word
    case number
    /// A literal of a string, a character or a regular expression. The code of its interpolations follows in parentheses.
    case string
    /// A bracket or an operator.
    case mark
  }

  let kind: Kind
  /// Which one it is, if it is a word or a mark that some rule looks for.
  let word: Word
  /// Whether it is the first one on its line.
  let isFirst: Bool
  /// Where it begins and ends in the bytes of the source.
  let start: Int32
  var end: Int32
  /// Of a bracket, the token that closes or opens it; -1 if there is none.
  var mate: Int32 = -1
  /// The opening bracket around it; -1 if there is none.
  var outer: Int32 = -1
}

/// The words and marks that the rules look for. Every other one is `other`.
enum Word: String, CaseIterable, Sendable {
  case other = ""
  // Brackets and marks.
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBracket = "["
  case closeBracket = "]"
  case openBrace = "{"
  case closeBrace = "}"
  case dot = "."
  case comma = ","
  case colon = ":"
  case semicolon = ";"
  case question = "?"
  case exclamation = "!"
  case equals = "="
  case ampersand = "&"
  case backslash = "\\"
  case hash = "#"
  /// Between two branches of an `#if`, of which one is compiled.
  case branch = "#else"
  case at = "@"
  case caret = "^"
  case arrow = "->"
  case less = "<"
  case greater = ">"
  case minus = "-"
  case plus = "+"
  case star = "*"
  case plusEquals = "+="
  case minusEquals = "-="
  case timesEquals = "*="
  case orEquals = "|="
  case andEquals = "&="
  case coalescing = "??"
  // Declarations of Swift.
  case `class`, `struct`, `enum`, actor, `extension`, `protocol`, `func`, `deinit`, `var`, `let`, `subscript`
  case initializer = "init"
  case `static`, `override`, dynamic, weak, unowned, lazy, `where`, async, `throws`, `rethrows`, `inout`, some, any
  case objcMembers, objc
  case managed = "NSManaged"
  case `private`, `fileprivate`
  // Statements and expressions of Swift.
  case `self`, `super`, `if`, `guard`, `else`, `return`, `for`, `case`, `in`, await, `try`, `switch`, `while`, `do`
  case `nil`, `catch`, underscore = "_"
  // Objective-C.
  case implementation = "@implementation"
  case interface = "@interface"
  case end = "@end"
  case objectiveCProtocol = "@protocol"
  case property = "@property"
  case selector = "@selector"
  case tryBlock = "@try"
  case keypath = "@keypath"
  case void
  // Observing.
  case observe, addObserver, removeObserver, forKeyPath, observeValue, keyPath, keyPaths, context, options, block
  case withObservationTracking, onChange, sink, assign, store, to, on, cancel, invalidate, forName
  case willChangeValue, didChangeValue, willChangeValueForKey, didChangeValueForKey
  case task = "Task"
  case assumeIsolated

  /// The words with which a rule begins.
  static let beginnings: Set<Word> = [
    .observe, .addObserver, .removeObserver, .sink, .assign, .for, .withObservationTracking, .static, .willChangeValue,
    .didChangeValue, .willChangeValueForKey, .didChangeValueForKey,
  ]
}

import RawObserving
import Testing

/// The words of violations that are found where nothing can be thrown: the exit tests, which see them
/// printed, die before they could say which lines they came by.
@Suite("What violations say", .watched)
struct ViolationTests {
  private struct Sentence: Sendable, CustomTestStringConvertible {
    let violation: Violation
    let name: String?
    let words: [String]

    var testDescription: String { words[0] }

    init(_ violation: Violation, _ name: String?, _ words: String...) {
      self.violation = violation
      self.name = name
      self.words = words
    }
  }

  private static let sentences = [
    Sentence(
      .deallocatedWhileObserved(object: "<Clock 0x1>", className: "Clock", leftovers: ["a", "b"]),
      "NSInternalInconsistencyException",
      "An instance <Clock 0x1> of class Clock was deallocated while key value observers were still "
        + "registered with it.", "Current observation info: <2 registered> (\na\nb\n)"),
    Sentence(
      .notHandled(observer: "<View: 0x2>", keyPath: "date", object: "<Clock 0x1>", change: "{}", context: "0x3"),
      "NSInternalInconsistencyException",
      "<View: 0x2>: An -observeValueForKeyPath:ofObject:change:context: message was received but not "
        + "handled.\nKey path: date\nObserved object: <Clock 0x1>\nChange: {}\nContext: 0x3"),
    Sentence(
      .messageToDeallocated(className: "View", address: "0x2", keyPath: "date", object: "<Clock 0x1>"),
      nil,
      "*** -[View observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated "
        + "instance 0x2\nKey path: date\nObserved object: <Clock 0x1>"),
    Sentence(
      .dependsOnItself("date", className: "Clock", paths: ["date.day", "zone"]),
      "NSInternalInconsistencyException",
      """
      Clock: A +keyPathsForValuesAffectingValueForKey: message returned a set that includes a key \
      path that starts with the same key that was passed in, which is not valid. The property identified by the \
      key path already depends on the property identified by the key, never vice versa.
      Passed-in key: date
      Returned key path set: {(
          date.day
          zone
      )}'
      """),
    Sentence(
      .undefinedKeyObserved(
        "day",
        call: "<Clock 0x1> addObserver:<View 0x2> forKeyPath:@\"date.day\" options:5 context:0x3"),
      "NSUnknownKeyException",
      """
      '[<Clock 0x1> addObserver:<View 0x2> forKeyPath:@"date.day" options:5 context:0x3] was sent to an \
      object that is not KVC-compliant for the "day" property.'
      """),
    Sentence(
      .namesUnavailable(className: "Clock"), "NSInternalInconsistencyException",
      "The properties of Clock have no names at run time.",
      "If the class conforms to CustomReflectable, list them in unlistedProperties.",
      "-disable-reflection-metadata, build it without."),
    Sentence(
      .foreignProperty("<Clock 0x1>"), "NSInvalidArgumentException",
      "[<Clock 0x1>]: the key path leads to a property of another object.",
      "Write a $ before each property: \\.$clock.$date."),
    Sentence(
      .wrapperReplaced(key: "date", object: "<Clock 0x1>"), "NSInternalInconsistencyException",
      "Another wrapper has been assigned to the property \"date\" of <Clock 0x1>",
      "Assign to _date.storedValue instead of _date."),
    Sentence(
      .endlessCallbacks(object: "<Clock 0x1>", depth: 250), "NSInternalInconsistencyException",
      "A change of <Clock 0x1> was made inside a callback",
      "250 callbacks are under way on this thread.", "compare the values first."),
    Sentence(
      .eraAlreadyFixed("classic", asked: "current"), nil,
      "The era of this process is classic already and cannot become current. "
        + "Choose it before anything is observed."),
    Sentence(.invalidArgument("The key path is empty."), "NSInvalidArgumentException", "The key path is empty."),
  ]

  @Test("each has its name and its words", arguments: sentences)
  private func words(_ sentence: Sentence) {
    let report = sentence.violation.report
    #expect(sentence.violation.name == sentence.name)
    if let name = sentence.name {
      #expect(report.hasPrefix("*** Terminating app due to uncaught exception '\(name)', reason: '"))
    }
    for words in sentence.words { #expect(report.contains(words)) }
  }
}

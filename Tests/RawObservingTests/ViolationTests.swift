import RawObserving
import Testing

/// The words of violations that are found where nothing can be thrown: the exit tests, which see them
/// printed, die before they could say which lines they came by.
@Suite("What violations say")
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
      .notHandled(
        observer: "<View: 0x2>", keyPath: "date", object: "<Clock 0x1>", change: "{}",
        context: "0x3"),
      "NSInternalInconsistencyException",
      "<View: 0x2>: An -observeValueForKeyPath:ofObject:change:context: message was received but not "
        + "handled.\nKey path: date\nObserved object: <Clock 0x1>\nChange: {}\nContext: 0x3"),
    Sentence(
      .messageToDeallocated(
        className: "View", address: "0x2", keyPath: "date", object: "<Clock 0x1>"),
      nil,
      "*** -[View observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated "
        + "instance 0x2\nKey path: date\nObserved object: <Clock 0x1>"),
    Sentence(
      .nilOnKeyPath("\\Watcher.clock", nilAt: "clock"), "NSInvalidArgumentException",
      "\"clock\" is nil", "write the string, \"clock.\" and the rest."),
    Sentence(
      .reflectionDisabled(className: "Clock"), "NSInternalInconsistencyException",
      "The properties of Clock have no names", "-disable-reflection-metadata. Build without it."),
    Sentence(
      .rulesAlreadyFixed(.classic, asked: .relaxed), "NSInternalInconsistencyException",
      "are classic already and cannot become relaxed", "Choose them before anything is observed."),
    Sentence(
      .invalidArgument("The key path is empty."), "NSInvalidArgumentException",
      "The key path is empty."),
    Sentence(
      .unresolvedKeyPath("\\Clock.date", advice: "Declare it."), "NSInvalidArgumentException",
      "The name of the key path \\Clock.date cannot be told for certain. Declare it."),
  ]

  @Test("each has its name and its words", arguments: sentences)
  private func words(_ sentence: Sentence) {
    let report = sentence.violation.report
    #expect(sentence.violation.name == sentence.name)
    if let name = sentence.name {
      #expect(
        report.hasPrefix("*** Terminating app due to uncaught exception '\(name)', reason: '"))
    }
    for words in sentence.words { #expect(report.contains(words)) }
  }
}

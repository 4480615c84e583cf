import Foundation
import Testing

@testable import RawObserving
import TestSupport

@Suite("Key paths that cannot be observed", .watched)
struct PathRefusalTests {
  @Test(
    "a malformed path raises when it is added and when it is removed",
    arguments: ["", ".", "..", "a..b", "a.", ".a", ".a.", "child..text", "child.text."])
  func malformed(path: String) {
    let node = Node()
    let recorder = Recorder()
    for options: KeyValueObservingOptions in [[], [.initial, .new]] {
      let violation = #expect(throws: Violation.self) {
        try node.register(recorder, keyPath: path, options: options, context: nil)
      }
      #expect(violation?.id.exception == "NSInvalidArgumentException")
      #expect(
        violation?.reason == """
          [\(describe(node))]: the key path "\(path)" cannot be used: it has an empty key. Name one \
          property after another, with a dot in between.
          """)
    }
    let violation = #expect(throws: Violation.self) {
      try node.unregister(recorder, keyPath: path, context: .any)
    }
    #expect(violation?.id.exception == "NSInvalidArgumentException")
    #expect(recorder.calls == 0)
    #expect(node.waiting == 0)
  }

  @Test(
    "a path of a million characters raises at once, in a short sentence",
    arguments: ["a", "a.", ".", "child.", "é", "\u{301}"])
  func million(piece: String) {
    let path = String(repeating: piece, count: 1_000_000 / piece.unicodeScalars.count) + "a"
    let node = Node()
    node.child = node
    let start = ContinuousClock.now
    var violations: [Violation] = []
    for options: KeyValueObservingOptions in [[], [.initial, .new]] {
      do throws(Violation) {
        try node.register(Recorder(), keyPath: path, options: options, context: nil)
      } catch {
        violations.append(error)
      }
      do throws(Violation) {
        try node.unregister(Recorder(), keyPath: path, context: .any)
      } catch {
        violations.append(error)
      }
    }
    let reports = violations.map(\.report.unicodeScalars.count)
    #expect(ContinuousClock.now - start < .seconds(1))
    #expect(violations.map(\.id.exception) == Array(repeating: "NSInvalidArgumentException", count: 4))
    #expect(reports.allSatisfy { $0 < 400 })
    #expect(node.waiting == 0)
    node.child = nil
  }

  @Test("a hundred keys are a path, and one more is not")
  func hundred() {
    let node = chain(99)
    let recorder = Recorder()
    let heads = Array(repeating: "child", count: 99)
    let path = (heads + ["text"]).joined(separator: ".")
    node.addObserver(recorder, forKeyPath: path, options: [.new, .old])
    node.child = node.child
    var last = node
    while let next = last.child { last = next }
    last.text = "far"
    #expect(recorder.heard.last == Heard(path, new: "far", old: null))
    node.removeObserver(recorder, forKeyPath: path)
    let violation = #expect(throws: Violation.self) {
      try node.register(recorder, keyPath: "child." + path, options: [], context: nil)
    }
    #expect(violation?.reason.contains("it has more than 100 keys") == true)
  }

  @Test("a path through a value that cannot be observed raises, and leaves nothing behind")
  func throughString() {
    let node = Node()
    node.child = named("Hello")
    let recorder = Recorder()
    let violation = #expect(throws: Violation.self) {
      try node.register(recorder, keyPath: "child.text.length", options: [], context: nil)
    }
    #expect(violation?.id.exception == "NSInvalidArgumentException")
    #expect(
      violation?.reason == """
        [String addObserver:forKeyPath:options:context:] is not supported. Key path: length. Observe \
        a property of an object.
        """)
    #expect(node.waiting + node.child!.waiting == 0)
    #expect(throws: Violation.self) {
      try node.unregister(recorder, keyPath: "child.text.length", context: .any)
    }
  }
}

import Foundation
import Testing

@testable import RawObserving
import TestSupport

@Suite("Dependencies that are refused", .watched)
struct DependencyRefusalTests {
  @Test("a key that names itself raises, also where another key depends on it")
  func namesItself() async {
    for key in ["narcissus", "echo"] {
      let violation = #expect(throws: Violation.self) {
        try Mirror().register(Recorder(), keyPath: key, options: [], context: nil)
      }
      #expect(violation?.id.exception == "NSInternalInconsistencyException")
    }
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      Mirror().addObserver(Recorder(), forKeyPath: "narcissus")
    }
    expectDeath(
      result, of: "NSInternalInconsistencyException",
      """
      Mirror: A +keyPathsForValuesAffectingValueForKey: message returned a set that includes the \
      same key that was passed in, which is not valid.
      Passed-in key: narcissus
      Returned key path set: {(
          light
          narcissus
      )}
      """)
  }

  @Test("a key that depends on a path which starts with it raises, and other paths may name it")
  func startsWithItself() {
    final class Watch: Node {
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        switch key {
        case "child": ["number", "child.text"]
        case "text": ["child.text", "texture"]
        default: super.keyPathsForValuesAffectingValue(forKey: key)
        }
      }
    }
    let (root, watch) = (Node(), Watch())
    root.child = watch
    for (object, path) in [(watch, "child"), (watch, "child.text"), (root, "child.child")] {
      let violation = #expect(throws: Violation.self) {
        try object.register(Recorder(), keyPath: path, options: [], context: nil)
      }
      #expect(violation?.id.exception == "NSInternalInconsistencyException")
      #expect(violation?.reason.contains("starts with the same key that was passed in") == true)
    }
    #expect(root.waiting + watch.waiting == 0)
  }

  @Test("a key that names itself at the end of a path raises, and leaves nothing behind")
  func namesItselfOnPath() {
    final class Frame: Node {
      override func value(forKey key: String) -> Any? {
        key == "child" ? mirror : super.value(forKey: key)
      }
      let mirror = Mirror()
    }
    let frame = Frame()
    let violation = #expect(throws: Violation.self) {
      try frame.register(Recorder(), keyPath: "child.narcissus", options: [], context: nil)
    }
    #expect(violation?.id.exception == "NSInternalInconsistencyException")
    #expect(frame.waiting == 0)
    #expect(frame.mirror.observationInfo?.registrations(for: "narcissus")?.receivers == nil)
  }

  @Test("a malformed trigger raises when its dependent is observed")
  func malformedTrigger() {
    let mirror = Mirror()
    let violation = #expect(throws: Violation.self) {
      try mirror.register(Recorder(), keyPath: "crooked", options: [], context: nil)
    }
    #expect(violation?.id.exception == "NSInvalidArgumentException")
    #expect(mirror.observationInfo?.registrations(for: "crooked")?.receivers == nil)
  }

  @Test("a trigger that leads into the elements of an array raises, and leaves nothing behind")
  func intoElements() {
    final class Texts: TrackList {
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "texts" ? ["nodes.text"] : super.keyPathsForValuesAffectingValue(forKey: key)
      }
    }
    let texts = Texts()
    let violation = #expect(throws: Violation.self) {
      try texts.register(Recorder(), keyPath: "texts", options: [], context: nil)
    }
    #expect(violation?.id.exception == "NSInvalidArgumentException")
    #expect(texts.activeRegistrations.isEmpty)
  }
}

/// Declares triggers that cannot be.
private final class Mirror: KeyValueObject {
  @Observed var light = 0

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    switch key {
    case "narcissus": ["light", "narcissus"]
    case "echo": ["narcissus"]
    case "crooked": ["light", "light..colour"]
    default: []
    }
  }
}

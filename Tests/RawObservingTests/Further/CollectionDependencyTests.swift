import RawObserving
import TestSupport
import Testing

/// An array that depends on a set, and keys that depend on arrays elsewhere.
private final class Mix: TrackList {
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    switch key {
    case "rawItems": ["rawMembers"]
    case "childCount": ["child.rawItems"]
    case "texts": ["nodes.text"]
    default: super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }

  override func value(forKey key: String) -> Any? {
    key == "childCount" ? child?.rawItems.count : super.value(forKey: key)
  }
}

@Suite("Further: keys that depend on collections, and collections that depend on keys", .watched)
struct CollectionDependencyTests {
  private let all: KeyValueObservingOptions = [.new, .old, .prior]
  private let mix = Mix()
  private var items: MutableArrayValue<String> { mix.mutableArrayValue(forKey: "rawItems") }

  @Test("an array that depends on another key: its own elements are an insertion, the key a setting")
  func directAndTriggered() {
    let heard = mix.heard("rawItems", all) {
      items.append("a")
      mix.rawMembers = ["x"]
    }
    #expect(
      heard == [
        Heard("rawItems", kind: .insertion, at: at(0), isPrior: true),
        Heard("rawItems", kind: .insertion, new: ["a"], at: at(0)),
        Heard("rawItems", old: ["a"], isPrior: true),
        Heard("rawItems", new: ["a"], old: ["a"]),
      ])
  }

  @Test("elements of another object's array are a setting of what depends on them")
  func otherObject() {
    mix.child = TrackList()
    let heard = mix.heard("childCount", all) {
      mix.child?.mutableArrayValue(forKey: "rawItems").append("a")
    }
    #expect(heard == [Heard("childCount", old: 0, isPrior: true), Heard("childCount", new: 1, old: 0)])
  }

  @Test("a dependency that leads into the elements of an array is refused, and leaves nothing behind")
  func intoElements() {
    mix.nodes = [Node()]
    let recorder = Recorder()
    let violation = #expect(throws: Violation.self) {
      try mix.register(recorder, keyPath: "texts", options: [], context: nil)
    }
    #expect(violation?.name == "NSInvalidArgumentException")
    #expect(throws: Violation.self) {
      try mix.unregister(recorder, keyPath: "texts", context: .any)
    }
    mix.nodes = []
    #expect(recorder.calls == 0)
  }
}

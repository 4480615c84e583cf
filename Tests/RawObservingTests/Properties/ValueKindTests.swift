import Foundation
import RawObserving
import Testing

private protocol Titled: KeyValueObject {
  var text: String? { get set }
}

extension Node: Titled {}

private struct Point: Hashable {
  var x = 0
  var y = 0
}

/// Properties of kinds that lead on to an object, or are changed in place.
private final class Map: KeyValueObject {
  @Observed var point = Point()
  @Observed var points = [Point()]
  @Observed var names: [String: Int] = [:]
  @Observed var gaps: [Int?] = []
  @Observed var anything: Any?
  @Observed var titled: (any Titled)?
  @Observed var certain: Node!
}

@Suite("Values of every kind, on the way and at the end", .watched)
struct ValueKindTests {
  private let map = Map()

  @Test("a struct, an element of an array and an entry of a dictionary, changed in place, are settings")
  func inPlace() {
    #expect(map.heard("point") { map.point.x = 3 } == [Heard("point", new: Point(x: 3), old: Point())])
    #expect(map.heard("points") { map.points[0].y = 3 } == [Heard("points", new: [Point(y: 3)], old: [Point()])])
    #expect(
      map.heard("names") { map.names["a", default: 0] += 1 } == [Heard("names", new: ["a": 1], old: [String: Int]())])
  }

  @Test("nil among the elements is an element like any other")
  func nilElements() {
    let gaps: MutableArrayValue<Int?> = map.mutableArrayValue(forKey: "gaps")
    let heard = map.heard("gaps") {
      gaps.append(nil)
      gaps.append(1)
      gaps[0] = 2
      gaps.remove(nil)
    }
    #expect(
      heard == [
        Heard("gaps", kind: .insertion, new: [nil] as [Int?], at: at(0)),
        Heard("gaps", kind: .insertion, new: [1] as [Int?], at: at(1)),
        Heard("gaps", kind: .replacement, new: [2] as [Int?], old: [nil] as [Int?], at: at(0)),
      ])
  }

  @Test("a path leads through whatever holds an object", arguments: ["anything", "titled", "certain"])
  func throughAnything(key: String) {
    let child = Node()
    let heard = map.heard("\(key).text") {
      map.setValue(child, forKey: key)
      child.text = "a"
      map.setValue(nil, forKey: key)
      child.text = "unheard"
    }
    #expect(heard.map(\.new) == [null, "a", null])
  }

  @Test("a value on the way that stops being an object raises when it is set")
  func stopsBeingAnObject() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let map = Map()
      map.anything = Node()
      map.addObserver(Recorder(), forKeyPath: "anything.text")
      map.anything = "a string"
    }
    #expect(result?.errorLines.first?.contains("[String addObserver") == true)
    #expect(result?.errorLines.first?.contains("is not supported. Key path: text.") == true)
  }

  @Test("a middle that sets its leaf as it dies has no observer any more")
  func leafInDeinit() {
    final class Leaving: Node {
      deinit { text = "gone" }
    }
    let root = Node()
    root.child = Leaving()
    let heard = root.heard("child.text", [.new, .old, .prior]) { root.child = nil }
    #expect(heard == [Heard("child.text", old: null, isPrior: true), Heard("child.text", new: null, old: null)])
  }
}

import Foundation
import TestSupport
import Testing

@testable import RawObserving

@Suite("Dependent keys", .watched)
struct DependencyTests {
  @Test("KVO-DEP-13 a class tells what a key depends on")
  func query() {
    #expect(LabelledNode.keyPathsForValuesAffectingValue(forKey: "label") == ["text"])
    #expect(LabelledNode.keyPathsForValuesAffectingValue(forKey: "text").isEmpty)
    #expect(KeyValueObject.keyPathsForValuesAffectingValue(forKey: "label").isEmpty)
  }

  // MARK: Chains, diamonds and circles

  @Test("a diamond of depth 20 in one object is told once, and quickly")
  func deepDiamond() {
    final class Ladder: KeyValueObject {
      @Observed var a0 = 0
      @Observed var b0 = 0

      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        guard let level = Int(key.dropFirst()), level > 0 else { return [] }
        return ["a\(level - 1)", "b\(level - 1)"]
      }

      override func value(forKey key: String) -> Any? {
        key.hasSuffix("0") && key.count == 2 ? super.value(forKey: key) : a0 + b0
      }
    }
    let ladder = Ladder()
    let recorder = Recorder(observing: ladder, "a20")
    ladder.a0 = 1
    #expect(recorder.heard == [Heard("a20", new: 1, old: 0)])
    ladder.b0 = 1
    #expect(recorder.calls == 2)
    ladder.removeObserver(recorder, forKeyPath: "a20")
    ladder.a0 = 2
    #expect(recorder.calls == 2)
  }

  @Test("a diamond of depth 20 across objects is told once, and quickly")
  func deepDiamondAcross() {
    let start = ContinuousClock.now
    let nodes = (0...20).map { _ in Fork() }
    for (node, next) in zip(nodes, nodes.dropFirst()) { (node.left, node.right) = (next, next) }
    let recorder = Recorder(observing: nodes[0], "sum", [])
    nodes[20].number = 1
    #expect(recorder.calls == 1)
    nodes[10].left = nil
    #expect(recorder.calls == 2)
    nodes[20].number = 2
    #expect(recorder.calls == 3)
    nodes[10].right = nil
    #expect(recorder.calls == 4)
    nodes[20].number = 3
    #expect(recorder.calls == 4)
    nodes[10].right = nodes[11]
    nodes[20].number = 4
    #expect(recorder.calls == 6)
    nodes[0].removeObserver(recorder, forKeyPath: "sum")
    nodes[20].number = 5
    nodes[3].left = nil
    #expect(recorder.calls == 6)
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  /// A key that depends on many others, each of which depends on one.
  private final class Fan: KeyValueObject {
    @Observed var base = 0

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
      if let width = Int(key) { return Set((0..<width).map { "spoke\($0)" }) }
      return key.hasPrefix("spoke") ? ["base"] : []
    }

    override func value(forKey key: String) -> Any? { base }
  }

  @Test("removing a registration of a key with many dependencies costs about as much as adding it")
  func wideFan() {
    let recorder = Recorder()
    func cost(of width: Int) -> (adding: Duration, removing: Duration) {
      let (fan, key) = (Fan(), "\(width)")
      let adding = ContinuousClock().measure { fan.addObserver(recorder, forKeyPath: key) }
      return (adding, ContinuousClock().measure { fan.removeObserver(recorder, forKeyPath: key) })
    }
    let costs = (1...3).map { _ in cost(of: 4000) }
    let (adding, removing) = (costs.map(\.adding).min() ?? .zero, costs.map(\.removing).min() ?? .zero)
    #expect(removing < adding * 3)  // 9 times as much, if each step is looked for among all others
  }

  /// An argument of a key path that runs code as it is hashed.
  private struct Weird: Hashable {
    static let whileHashing = Locked<[@Sendable () -> Void]>([])

    static func == (one: Weird, other: Weird) -> Bool { true }

    func hash(into hasher: inout Hasher) {
      for body in Self.whileHashing.withLock({ $0 }) { body() }
    }
  }

  private class Weighed: KeyValueObject {
    @Observed var date = 0
    var twice: Int { date * 2 }
    subscript(weird: Weird) -> Property<Int> { $date }

    override class var computedKeys: [ComputedKey] {
      [ComputedKey("twice", \Weighed.twice, dependsOn: \.[Weird()])]
    }
  }

  private final class WeighedToo: Weighed {}

  @Test("no lock is held while an argument of a trigger's key path is hashed")
  func hashedTrigger() {
    Weird.whileHashing.withLock { $0 = [{ _ = WeighedToo.keyPathsForValuesAffectingValue(forKey: "twice") }] }
    let (weighed, recorder) = (Weighed(), Recorder())
    recorder.observe(weighed, "twice")
    weighed.date = 1
    #expect(recorder.calls == 1)
    weighed.removeObserver(recorder, forKeyPath: "twice")
    Weird.whileHashing.withLock { $0 = [] }
  }

  @Test("a step that two ways lead to does not hold on to the one that is closed")
  func sharedSteps() throws {
    let (root, a, b, shared) = (Fork(), Fork(), Fork(), Fork())
    (root.left, root.right, a.left, b.left) = (a, b, shared, shared)
    let recorder = Recorder(observing: root, "sum", [])
    weak var closed = a.observationInfo?.registrations(for: "left")?.receivers?.routed.first?.steps.first
    weak let open = b.observationInfo?.registrations(for: "left")?.receivers?.routed.first?.steps.first
    #expect(shared.observationInfo?.registrations(for: "sum")?.receivers?.routed.count == 1)
    #expect(closed != nil)
    root.left = nil
    #expect(closed == nil)
    #expect(open != nil)
    shared.number = 1
    #expect(recorder.calls == 2)
    root.removeObserver(recorder, forKeyPath: "sum")
    #expect(open == nil)

    final class Knot: LabelledNode {
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "knot"
          ? ["childLabel", "text"] : super.keyPathsForValuesAffectingValue(forKey: key)
      }
    }
    let knot = Knot()
    knot.child = knot
    knot.addObserver(recorder, forKeyPath: "knot")
    closed = knot.observationInfo?.registrations(for: "label")?.receivers?.routed.first?.steps.first
    #expect(knot.observationInfo?.registrations(for: "text")?.receivers?.routed.count == 1)
    #expect(closed != nil)
    knot.child = nil
    #expect(closed == nil)
    knot.text = "1"
    #expect(recorder.calls == 4)
    knot.removeObserver(recorder, forKeyPath: "knot")
  }

  @Test("a key that depends on itself in the next object: a list of a thousand")
  func list() {
    let forks = (0...1000).map { _ in Fork() }
    for (fork, next) in zip(forks, forks.dropFirst()) { fork.left = next }
    let heard = forks[0].heard("sum", []) {
      forks[1000].number = 1
      forks[500].left = nil
      forks[1000].number = 2
    }
    #expect(heard == [Heard("sum"), Heard("sum")])
  }

  // MARK: Declarations

  @Test("a subclass adds to what its superclass knows, and leaves the rest as it is")
  func inherited() {
    final class TitledNode: LabelledNode {
      @Observed var title = ""
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        let inherited = super.keyPathsForValuesAffectingValue(forKey: key)
        return key == "label" ? inherited.union(["title"]) : inherited
      }
    }
    #expect(TitledNode.keyPathsForValuesAffectingValue(forKey: "label") == ["text", "title"])
    #expect(TitledNode.keyPathsForValuesAffectingValue(forKey: "both") == ["flagA", "flagB"])
    let node = TitledNode()
    let heard = node.heard("banner") {
      node.text = "1"
      node.title = "T"
    }
    #expect(heard == [Heard("banner", new: "*[1]*", old: null), Heard("banner", new: "*[1]*", old: "*[1]*")])
  }

  @Test("a computed key without a trigger is read, and one that notifies by hand is still told of its trigger")
  func computed() {
    final class Room: KeyValueObject {
      @Observed var width = 2
      var area: Int { width * width }
      var untold: Int { width + 1 }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [
          ComputedKey("area", \Room.area, dependsOn: \.$width), ComputedKey("untold", \Room.untold),
        ]
      }
      override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "area" }
    }
    let room = Room()
    #expect(room.heard("area") { room.width = 3 } == [Heard("area", new: 9, old: 4)])
    #expect(room.heard("untold", [.initial, .new]) { room.width = 4 } == [Heard("untold", new: 4)])
    #expect(room.value(forKey: "untold") as? Int == 5)
  }

  @Test("asking what a key depends on may itself observe: nothing is locked and nothing gets mixed up")
  func observingInside() {
    final class Curious: Node {
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        let other = Node()
        _ = other.heard("text") { other.text = "a" }
        return key == "title" ? ["text"] : []
      }
      override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
        let other = Node()
        _ = other.heard("text") { other.text = "a" }
        return true
      }
    }
    let curious = Curious()
    #expect(curious.heard("title", []) { curious.text = "b" } == [Heard("title")])
  }
}

/// Its sum is its number and the sums of those below.
private final class Fork: KeyValueObject {
  @Observed var number = 0
  @Observed var left: Fork?
  @Observed var right: Fork?

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "sum" ? ["number", "left.sum", "right.sum"] : []
  }

  override func value(forKey key: String) -> Any? {
    key == "sum" ? number : super.value(forKey: key)
  }
}

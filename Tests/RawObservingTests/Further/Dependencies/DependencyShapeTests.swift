import Testing

@testable import RawObserving

@Suite("Further: dependent keys in chains, diamonds and circles", .watched)
struct DependencyShapeTests {
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

  @Test("two objects whose keys depend on each other's")
  func ringAcross() {
    let (x, y) = (Fork(), Fork())
    (x.left, y.left) = (y, x)
    let recorder = Recorder(observing: x, "sum", [])
    x.number = 1
    #expect(recorder.calls == 1)
    y.number = 1
    #expect(recorder.calls == 2)
    y.left = nil
    #expect(recorder.calls == 3)
    x.number = 2
    #expect(recorder.calls == 4)
    let z = Fork()
    y.left = z
    #expect(recorder.calls == 5)
    z.number = 1
    #expect(recorder.calls == 6)
    z.left = x
    x.number = 3
    #expect(recorder.calls == 8)
    x.left = nil
    #expect(recorder.calls == 9)
    y.number = 2
    z.number = 2
    #expect(recorder.calls == 9)
    x.removeObserver(recorder, forKeyPath: "sum")
    #expect([x, y, z].map(\.waiting) == [0, 0, 0])
    (y.left, z.left) = (nil, nil)
  }

  @Test("a circle with two entrances goes on where one of them is closed")
  func twoEntrances() {
    let (root, x, y) = (Fork(), Fork(), Fork())
    (root.left, root.right) = (x, y)
    (x.left, y.left) = (y, x)
    let recorder = Recorder(observing: root, "sum", [])
    root.left = nil
    #expect(recorder.calls == 1)
    x.number = 1
    #expect(recorder.calls == 2, "y leads to x")
    y.number = 1
    #expect(recorder.calls == 3)
    y.left = nil
    #expect(recorder.calls == 4)
    x.number = 2
    #expect(recorder.calls == 4)
    root.right = x
    y.number = 2
    #expect(recorder.calls == 6, "x leads to y")
    root.removeObserver(recorder, forKeyPath: "sum")
    #expect([root, x, y].map(\.waiting) == [0, 0, 0])
    x.left = nil
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

  @Test("a dependency that leads through two objects")
  func throughTwoObjects() {
    final class Overview: Node {
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "deepest" ? ["child.child.label"] : []
      }
      override func value(forKey key: String) -> Any? {
        key == "deepest" ? child?.child?.value(forKey: "label") : super.value(forKey: key)
      }
    }
    func labelled(_ text: String) -> LabelledNode {
      let node = LabelledNode()
      node.text = text
      return node
    }
    let overview = Overview()
    let recorder = Recorder(observing: overview, "deepest")
    overview.child = Node()
    #expect(recorder.heard.last == Heard("deepest", new: null, old: null))
    overview.child?.child = labelled("1")
    #expect(recorder.heard.last == Heard("deepest", new: "[1]", old: null))
    overview.child?.child?.text = "2"
    #expect(recorder.heard.last == Heard("deepest", new: "[2]", old: "[1]"))
    let middle = Node()
    middle.child = labelled("3")
    let former = overview.child!
    overview.child = middle
    #expect(recorder.heard.last == Heard("deepest", new: "[3]", old: "[2]"))
    #expect(recorder.calls == 4)
    former.child?.text = "not observed"
    former.child = nil
    #expect(recorder.calls == 4)
    overview.removeObserver(recorder, forKeyPath: "deepest")
    #expect(overview.waiting + middle.waiting + middle.child!.waiting == 0)
  }

  @Test("a subclass adds to what its superclass knows")
  func inherited() {
    #expect(TitledNode.keyPathsForValuesAffectingValue(forKey: "label") == ["text", "title"])
    #expect(TitledNode.keyPathsForValuesAffectingValue(forKey: "both") == ["flagA", "flagB"])
    let node = TitledNode()
    let recorder = Recorder()
    for key in ["heading", "label"] {
      node.addObserver(recorder, forKeyPath: key, options: [.new, .old])
    }
    node.text = "1"
    #expect(recorder.heard == [Heard("label", new: "[1]", old: null), Heard("heading", new: ": *[1]*", old: ": ")])
    node.title = "T"
    #expect(
      recorder.heard.dropFirst(2) == [
        Heard("label", new: "[1]", old: "[1]"),
        Heard("heading", new: "T: *[1]*", old: ": *[1]*"),
      ])
    for key in ["heading", "label"] { node.removeObserver(recorder, forKeyPath: key) }
  }

  @Test("a dependent key that is observed through a path which its own trigger changes")
  func pathThroughDependentPath() {
    let node = LabelledNode()
    let (first, second) = (LabelledNode(), LabelledNode())
    (first.text, second.text) = ("1", "2")
    node.child = first
    let recorder = Recorder(observing: node, "childAlias.banner")
    first.text = "1a"
    #expect(recorder.heard == [Heard("childAlias.banner", new: "*[1a]*", old: "*[1]*")])
    node.child = second
    #expect(recorder.heard.last == Heard("childAlias.banner", new: "*[2]*", old: "*[1a]*"))
    first.text = "not observed"
    #expect(recorder.calls == 2)
    node.removeObserver(recorder, forKeyPath: "childAlias.banner")
    #expect(node.waiting + first.waiting + second.waiting == 0)
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

import RawObserving
import TestSupport
import Testing

@Suite("Conformance: registrations, options and the content of a change", .watched)
struct RegistrationTests {
  private let node = Node()

  @Test("KVO-REG-02 one observer is called for three keys with one context")
  func threeKeys() {
    let recorder = Recorder()
    let keys = ["isOpen", "number", "text"]
    for key in keys { node.addObserver(recorder, forKeyPath: key, context: context(8)) }
    let sets: [(Node) -> Void] = [{ $0.isOpen = true }, { $0.number = 1 }, { $0.text = "a" }]
    for (index, set) in sets.enumerated() {
      set(node)
      #expect(recorder.heard == keys.prefix(index + 1).map { Heard($0) })
    }
    #expect(recorder.objects == Array(repeating: ObjectIdentifier(node), count: 3))
    #expect(recorder.contexts == Array(repeating: context(8), count: 3))
    for key in keys { node.removeObserver(recorder, forKeyPath: key, context: context(8)) }
  }

  @Test("KVO-REG-10 an observed object is still of its own class")
  func sameClass() {
    let identity = ObjectIdentifier(node)
    _ = node.heard("text") {
      let object: KeyValueObject = node
      #expect(type(of: object) == Node.self)
      #expect(object is Node && !(object is Recorder))
      #expect(ObjectIdentifier(object) == identity)
    }
  }

  @Test("KVO-OPT-07 the initial call with .new carries the present value of an array")
  func initialWithNew() {
    node.append("object2")
    let recorder = Recorder(observing: node, "bracketItems", [.initial, .new])
    #expect(recorder.heard == [Heard("bracketItems", new: ["object2"])])
    node.removeObserver(recorder, forKeyPath: "bracketItems")
  }

  @Test("KVO-OPT-09 an integer arrives as the integer it is")
  func integer() {
    let recorder = Recorder()
    var values: [Any?] = []
    recorder.reaction = { values.append($1.newValue) }
    recorder.observe(node, "number", .new)
    node.number = 10
    #expect(values.count == 1)
    #expect(values.first as? Int == 10)
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("KVO-OPT-11 the change of a prior call stays what it was")
  func keptPrior() throws {
    let recorder = Recorder()
    var kept: [KeyValueChange] = []
    recorder.reaction = { kept.append($1) }
    recorder.observe(node, "text", [.new, .old, .prior])
    node.text = "1"
    try #require(kept.count == 2)
    #expect(kept[0].isPrior)
    #expect(kept[0].newValue == nil)
    #expect(kept[0][.notificationIsPrior] as? Bool == true)
    #expect(kept[0][.new] == nil)
    #expect(!kept[1].isPrior)
    #expect(kept[1][.notificationIsPrior] == nil)
    node.removeObserver(recorder, forKeyPath: "text")
  }

  @Test("KVO-OPT-12 the raw values of options, kinds and set mutations are Apple's")
  func rawValues() {
    let options: [KeyValueObservingOptions] = [.new, .old, .initial, .prior]
    #expect(options.map(\.rawValue) == [1, 2, 4, 8])
    #expect(KeyValueObservingOptions(options).rawValue == 15)
    let kinds: [KeyValueChangeKind] = [.setting, .insertion, .removal, .replacement]
    #expect(kinds.map(\.rawValue) == [1, 2, 3, 4])
    let mutations: [KeyValueSetMutationKind] = [.union, .minus, .intersect, .set]
    #expect(mutations.map(\.rawValue) == [1, 2, 3, 4])
  }

  @Test("KVO-OPT-13 the entries of a change have Apple's names")
  func rawNames() {
    let keys: [KeyValueChangeKey] = [.kind, .new, .old, .indexes, .notificationIsPrior]
    #expect(keys.map(\.rawValue) == ["kind", "new", "old", "indexes", "notificationIsPrior"])
    let change = KeyValueChange(kind: .insertion, newValue: ["a"], indexes: RangeSet(0..<1), isPrior: true)
    #expect(change[.kind] as? UInt == 2)
    #expect(change[.new] as? [String] == ["a"])
    #expect(change[.old] == nil)
    #expect(change[.indexes] as? RangeSet<Int> == RangeSet(0..<1))
    #expect(change[.notificationIsPrior] as? Bool == true)
  }

  @Test("the description of a change has the entries that are present, in alphabetical order")
  func description() {
    #expect(
      "\(KeyValueChange(kind: .setting, newValue: KeyValueNull.null, oldValue: 1))"
        == "{kind = 1; new = <null>; old = 1;}")
    let change = KeyValueChange(
      kind: .replacement, newValue: ["c"], oldValue: ["a"], indexes: RangeSet([0..<1, 3..<5]))
    #expect(change.description == #"{indexes = 0..<1 3..<5; kind = 4; new = ["c"]; old = ["a"];}"#)
    #expect("\(KeyValueChange(kind: .setting, isPrior: true))" == "{kind = 1; notificationIsPrior = true;}")
  }

  @Test("KVO-MAN-09 automatic notification is on unless a class says otherwise for a key")
  func automatic() {
    #expect(!Node.automaticallyNotifiesObservers(forKey: "quiet"))
    #expect(Node.automaticallyNotifiesObservers(forKey: "text"))
    #expect(KeyValueObject.automaticallyNotifiesObservers(forKey: "quiet"))
  }

  @Test("each did ends the pair of its own key, even if pairs of two keys cross")
  func crossed() {
    let recorder = Recorder()
    for key in ["quiet", "tally"] { recorder.observe(node, key, .new) }
    node.willChangeValue(forKey: "quiet")
    node.willChangeValue(forKey: "tally")
    node.quiet = "1"
    node.didChangeValue(forKey: "quiet")
    #expect(recorder.heard == [Heard("quiet", new: "1")])
    node.didChangeValue(forKey: "tally")
    #expect(recorder.heard.dropFirst() == [Heard("tally", new: 0)])
    for key in ["quiet", "tally"] { node.removeObserver(recorder, forKeyPath: key) }
  }

  @Test("setting the value that a property already has notifies")
  func sameValue() {
    #expect(node.heard("number") { node.number = 0 } == [Heard("number", new: 0, old: 0)])
  }

  @Test("removing inside the initial call raises: nothing is recorded yet")
  func removesInInitial() {
    let recorder = Recorder()
    var violation: Violation?
    recorder.reactOnce { [node] recorder, _ in
      violation = #expect(throws: Violation.self) {
        try node.unregister(recorder, keyPath: "text", context: .any)
      }
    }
    recorder.observe(node, "text", .initial)
    #expect(violation?.name == "NSRangeException")
    node.removeObserver(recorder, forKeyPath: "text")
  }
}

import RawObserving
import Testing

@Suite("Conformance: options and the content of a change", .watched)
struct OptionTests {
  @Test("KVO-OPT-01 without options a change holds its kind and nothing else")
  func none() {
    #expect(heard(options: []) == [Heard("text")])
  }

  @Test("KVO-OPT-02 new alone")
  func new() {
    #expect(heard(options: .new) == [Heard("text", new: "Hello")])
  }

  @Test("KVO-OPT-03 old alone is null where the value was nil")
  func old() {
    #expect(heard(options: .old) == [Heard("text", old: KeyValueNull.null)])
  }

  @Test("KVO-OPT-04 prior adds a call before the change")
  func prior() {
    #expect(
      heard(options: [.old, .prior]) == [
        Heard("text", old: KeyValueNull.null, isPrior: true),
        Heard("text", old: KeyValueNull.null),
      ])
  }

  @Test("KVO-OPT-05 prior alone brings no values")
  func priorAlone() {
    #expect(heard(options: .prior) == [Heard("text", isPrior: true), Heard("text")])
  }

  @Test("KVO-OPT-06 initial alone calls once, before the registration returns, without values")
  func initial() {
    let node = Node()
    node.text = "0"
    let recorder = Recorder(observing: node, "text", .initial)
    #expect(recorder.heard == [Heard("text")])
    node.removeObserver(recorder, forKeyPath: "text")
  }

  @Test("KVO-OPT-07 initial with new brings the present value of an array")
  func initialWithNew() {
    let node = Node()
    node.append("object2")
    let recorder = Recorder(observing: node, "bracketItems", [.initial, .new])
    #expect(recorder.heard == [Heard("bracketItems", new: ["object2"])])
    node.removeObserver(recorder, forKeyPath: "bracketItems")
  }

  @Test("KVO-OPT-08 the initial call goes to the new registration alone, with its context")
  func initialOfTheSecond() {
    let node = Node()
    let first = Recorder()
    let second = Recorder()
    node.addObserver(first, forKeyPath: "text", options: [.initial, .new])
    #expect(first.calls == 1)
    node.addObserver(second, forKeyPath: "text", options: [.initial, .new], context: context(7))
    #expect(first.calls == 1)
    #expect(second.heard == [Heard("text", new: KeyValueNull.null)])
    #expect(second.contexts == [context(7)])
    node.removeObserver(first, forKeyPath: "text")
    node.removeObserver(second, forKeyPath: "text")
  }

  @Test("KVO-OPT-09 an integer arrives as the integer it is")
  func integer() {
    let node = Node()
    let recorder = Recorder()
    var values: [Any?] = []
    recorder.reaction = { values.append($1.newValue) }
    node.addObserver(recorder, forKeyPath: "number", options: .new)
    node.number = 10
    #expect(values.count == 1)
    #expect(values.first as? Int == 10)
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("KVO-OPT-10 the options of one observer do not leak into another's change")
  func noLeak() {
    let node = Node()
    let first = Recorder()
    let second = Recorder()
    node.addObserver(first, forKeyPath: "bracketItems", options: [.new, .old])
    node.addObserver(second, forKeyPath: "bracketItems", options: .new)
    node.append("object1")
    let heard = Heard("bracketItems", kind: .insertion, new: ["object1"], at: RangeSet(0..<1))
    #expect(second.heard == [heard])
    #expect(first.heard == [heard])
    node.removeObserver(first, forKeyPath: "bracketItems")
    node.removeObserver(second, forKeyPath: "bracketItems")
  }

  @Test("KVO-OPT-11 a prior change that was kept stays what it was")
  func keptPrior() throws {
    let node = Node()
    let recorder = Recorder()
    var kept: [KeyValueChange] = []
    recorder.reaction = { kept.append($1) }
    node.addObserver(recorder, forKeyPath: "text", options: [.new, .old, .prior])
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
    #expect(
      KeyValueChange(kind: .setting, newValue: KeyValueNull.null, oldValue: 1).description
        == "{kind = 1; new = <null>; old = 1;}")
  }

  /// What an observer with these options hears when `text` becomes "Hello".
  private func heard(options: KeyValueObservingOptions) -> [Heard] {
    let node = Node()
    let recorder = Recorder(observing: node, "text", options)
    node.text = "Hello"
    node.removeObserver(recorder, forKeyPath: "text")
    return recorder.heard
  }
}

@Suite("A change as text", .watched)
struct ChangeDescriptionTests {
  @Test("the entries that are there, in alphabetical order, and indexes as ranges")
  func description() {
    let change = KeyValueChange(
      kind: .replacement, newValue: ["c"], oldValue: ["a"], indexes: RangeSet([0..<1, 3..<5]))
    #expect(change.description == #"{indexes = 0..<1 3..<5; kind = 4; new = ["c"]; old = ["a"];}"#)
    #expect("\(KeyValueChange(kind: .setting, isPrior: true))" == "{kind = 1; notificationIsPrior = true;}")
  }
}

import RawObserving
import Testing

@Suite("Options, and the content of a change", .watched)
struct OptionCombinationTests {
  @Test("each of the sixteen combinations brings exactly its calls and its entries", arguments: 0..<16, [false, true])
  func sixteen(bits: Int, isInPlace: Bool) {
    let options = KeyValueObservingOptions(rawValue: UInt(bits))
    let node = Node()
    node.number = 1
    let heard = node.heard("number", options) {
      if isInPlace { node.number += 1 } else { node.number = 2 }
    }
    let (new, old) = (options.contains(.new), options.contains(.old))
    var expected: [Heard] = []
    if options.contains(.initial) { expected.append(Heard("number", new: new ? 1 : nil)) }
    if options.contains(.prior) { expected.append(Heard("number", old: old ? 1 : nil, isPrior: true)) }
    expected.append(Heard("number", new: new ? 2 : nil, old: old ? 1 : nil))
    #expect(heard == expected)
  }

  @Test("the sixteen combinations on a path, from nil on the way to an object", arguments: 0..<16)
  func sixteenOnAPath(bits: Int) {
    let options = KeyValueObservingOptions(rawValue: UInt(bits))
    let node = Node()
    let heard = node.heard("child.number", options) {
      node.child = Node()
      node.child?.number = 2
    }
    let new = options.contains(.new)
    let old = options.contains(.old)
    func change(from before: AnyHashable, to after: AnyHashable) -> [Heard] {
      let prior = Heard("child.number", old: old ? before : nil, isPrior: true)
      let post = Heard("child.number", new: new ? after : nil, old: old ? before : nil)
      return options.contains(.prior) ? [prior, post] : [post]
    }
    let initial = Heard("child.number", new: new ? null : nil)
    #expect(heard == (options.contains(.initial) ? [initial] : []) + change(from: null, to: 0) + change(from: 0, to: 2))
  }

  @Test("bits that mean nothing change nothing")
  func unknownBits() {
    let node = Node()
    let heard = node.heard("number", KeyValueObservingOptions(rawValue: 0xF3)) { node.number = 1 }
    #expect(heard == [Heard("number", new: 1, old: 0)])
  }

  @Test("KVO-OPT-09 an integer arrives as the integer it is; the call before has the old value, the call after the new")
  func integer() {
    let node = Node()
    let recorder = Recorder()
    var (seen, told): ([Int], [Any?]) = ([], [])
    recorder.reaction = {
      seen.append(node.number)
      told.append($1.newValue)
    }
    recorder.observe(node, "number", [.new, .prior])
    node.number = 5
    #expect(seen == [0, 5])
    #expect(told.count == 2 && told[0] == nil && told[1] as? Int == 5)
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("KVO-OPT-11 the change of a prior call stays what it was")
  func keptPrior() throws {
    let (node, recorder) = (Node(), Recorder())
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

  @Test("a value is read for each observer that asks for it, before and after")
  func readForEach() {
    final class Sensor: KeyValueObject {
      var reads = 0
      @Observed var celsius = 20
      var fahrenheit: Int {
        reads += 1
        return celsius * 9 / 5 + 32
      }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("fahrenheit", \Sensor.fahrenheit, dependsOn: \.$celsius)]
      }
    }
    let sensor = Sensor()
    let recorder = Recorder()
    let optionSets: [KeyValueObservingOptions] = [[.new, .old], .old, .new, [], [.prior, .new]]
    for options in optionSets {
      sensor.addObserver(recorder, forKeyPath: "fahrenheit", options: options)
    }
    sensor.willChangeValue(forKey: "fahrenheit")
    #expect(sensor.reads == 2)
    sensor.didChangeValue(forKey: "fahrenheit")
    #expect(sensor.reads == 5)
    sensor.celsius = 30
    #expect(sensor.reads == 10)
    for _ in optionSets { sensor.removeObserver(recorder, forKeyPath: "fahrenheit") }
  }

  @Test("a value that no observer asks for is never read")
  func neverRead() {
    final class Oracle: KeyValueObject {
      @Observed var question = ""
      override func value(forKey key: String) -> Any? {
        Issue.record("\(key) was read")
        return super.value(forKey: key)
      }
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "answer" ? ["question"] : []
      }
    }
    let oracle = Oracle()
    let heard = oracle.heard("answer", .prior) {
      oracle.question = "why?"
      oracle.willChangeValue(forKey: "answer")
      oracle.didChangeValue(forKey: "answer")
    }
    #expect(heard.count == 4)
  }
}

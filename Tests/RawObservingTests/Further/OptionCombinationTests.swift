import RawObserving
import Testing

@Suite("Further: every combination of options", .watched)
struct OptionCombinationTests {
  private let all: KeyValueObservingOptions = [.new, .old, .initial, .prior]

  @Test("each of the sixteen combinations brings exactly its calls and its entries", arguments: 0..<16)
  func sixteen(bits: Int) {
    let options = KeyValueObservingOptions(rawValue: UInt(bits))
    let node = Node()
    node.number = 1
    let heard = node.heard("number", options) { node.number = 2 }
    let new = options.contains(.new)
    let old = options.contains(.old)
    var expected: [Heard] = []
    if options.contains(.initial) { expected.append(Heard("number", new: new ? 1 : nil)) }
    if options.contains(.prior) {
      expected.append(Heard("number", old: old ? 1 : nil, isPrior: true))
    }
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

  @Test("the initial call is never the call before a change, whatever else is asked for")
  func initialIsNotPrior() {
    let list = TrackList()
    list.rawItems = ["a"]
    #expect(list.heard("rawItems", all) {} == [Heard("rawItems", new: ["a"])])
    #expect(list.heard("rawItems.@count", all) {} == [Heard("rawItems.@count", new: 1)])
    #expect(LabelledNode().heard("label", all) {} == [Heard("label", new: null)])
    #expect(Node().heard("child.child.text", all) {} == [Heard("child.child.text", new: null)])
  }

  @Test("one observer with several option sets gets one call for each, the latest first")
  func severalOptionSets() {
    let node = Node()
    let recorder = Recorder()
    for options: KeyValueObservingOptions in [[], .old, .new, [.prior]] {
      node.addObserver(recorder, forKeyPath: "number", options: options)
    }
    node.number = 1
    #expect(
      recorder.heard == [
        Heard("number", isPrior: true), Heard("number"), Heard("number", new: 1),
        Heard("number", old: 0), Heard("number"),
      ])
    for _ in 0..<4 { node.removeObserver(recorder, forKeyPath: "number") }
    node.number = 2
    #expect(recorder.calls == 5)
  }

  @Test("in the call before, the property still has its old value; in the call after, its new one")
  func valueAtTheTime() {
    let node = Node()
    var seen: [Int] = []
    let recorder = Recorder()
    recorder.reaction = { _, _ in seen.append(node.number) }
    node.addObserver(recorder, forKeyPath: "number", options: .prior)
    node.number = 5
    #expect(seen == [0, 5])
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("an object value is told as that very object, before and after")
  func identity() {
    let (node, first, second) = (Node(), Node(), Node())
    node.child = first
    let heard = node.heard("child", [.new, .old, .prior]) {
      node.child = second
      node.child = second
      node.child = nil
    }
    let (one, two) = (ObjectIdentifier(first), ObjectIdentifier(second))
    #expect(
      heard == [
        Heard("child", old: one, isPrior: true), Heard("child", new: two, old: one),
        Heard("child", old: two, isPrior: true), Heard("child", new: two, old: two),
        Heard("child", old: two, isPrior: true), Heard("child", new: null, old: two),
      ])
  }

  @Test("the change read by its names: only what is there, and nil is null")
  func byName() {
    let node = Node()
    var changes: [KeyValueChange] = []
    let recorder = Recorder()
    recorder.reaction = { changes.append($1) }
    node.addObserver(recorder, forKeyPath: "text", options: [.new, .old, .prior])
    node.text = "a"
    #expect(changes.map { $0[.kind] as? UInt } == [1, 1])
    #expect(changes.map { $0[.old] as? KeyValueNull } == [null, null])
    #expect(changes[0][.new] == nil)
    #expect(changes[1][.new] as? String == "a")
    #expect(changes.map { $0[.notificationIsPrior] as? Bool } == [true, nil])
    #expect(changes.allSatisfy { $0[.indexes] == nil })
    node.removeObserver(recorder, forKeyPath: "text")
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

import Testing

@testable import RawObserving

@Suite("activeRegistrations", .watched)
struct ActiveRegistrationTests {
  private let node = Node()
  private let recorder = Recorder()

  @Test("there are none before anything is observed, and none after all was removed")
  func none() {
    #expect(node.activeRegistrations.isEmpty)
    _ = node.heard("number") {
      #expect(node.activeRegistrations.count == 1)
      #expect(recorder.activeRegistrations.isEmpty)
    }
    #expect(node.activeRegistrations.isEmpty)
  }

  @Test("they come in the order in which they were made, whatever their keys, each with all it has")
  func all() {
    let (other, child) = (Recorder(), Node())
    node.child = child
    let made: [(Recorder, String, KeyValueObservingOptions, UnsafeMutableRawPointer?)] = [
      (recorder, "text", [.new, .old], nil), (other, "child.number", .prior, context(1)),
      (recorder, "number", [], context(2)), (recorder, "text", .new, nil),
      (other, "child", [.initial, .new], nil), (other, "nope", [], nil),
    ]
    for (observer, path, options, context) in made {
      node.addObserver(observer, forKeyPath: path, options: options, context: context)
    }
    let found = node.activeRegistrations
    #expect(found.count == made.count)
    for (registration, (observer, path, options, context)) in zip(found, made) {
      #expect(registration.observer === observer)
      #expect(registration.keyPath == path)
      #expect(registration.options == options)
      #expect(registration.context == context)
    }
    #expect(child.activeRegistrations.isEmpty)  // that one was made with the node
    for (observer, path, _, context) in made {
      node.removeObserver(observer, forKeyPath: path, context: context)
    }
    #expect(node.activeRegistrations.isEmpty)
  }

  @Test("a dependent key is one registration, and so is a path that passes the object twice")
  func steps() {
    let labelled = LabelledNode()
    labelled.child = labelled
    let paths = ["banner", "child.child.number"]
    for path in paths { recorder.observe(labelled, path) }
    #expect(labelled.activeRegistrations.map(\.keyPath) == paths)
    for path in paths { labelled.removeObserver(recorder, forKeyPath: path) }
    #expect(labelled.activeRegistrations.isEmpty)
    labelled.child = nil
  }

  @Test("an observer that is gone is nil, and still described")
  func gone() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let node = Node()
      do { node.addObserver(Recorder(), forKeyPath: "number") }
      let found = node.activeRegistrations
      #expect(found.count == 1 && found[0].observer == nil)
      #expect(found[0].description.hasPrefix("<Recorder 0x"))
    }
  }

  @Test("they keep the observer alive, and nothing else is kept")
  func retains() {
    weak var gone: Recorder?
    var found: [ActiveRegistration] = []
    do {
      let other = Recorder()
      gone = other
      node.addObserver(other, forKeyPath: "number")
      found = node.activeRegistrations
      node.removeObserver(other, forKeyPath: "number")
    }
    #expect(gone != nil)
    #expect(found.first?.observer === gone)
    found = []
    #expect(gone == nil)
  }

  @Test("the description names the observer, the key path, the options and the context")
  func description() {
    node.addObserver(recorder, forKeyPath: "number", options: [.new, .prior], context: context(0xbeef))
    #expect(
      node.activeRegistrations.map(\.description) == [
        "<Recorder \(address(of: recorder))> number [.new, .prior] context 0xbeef"
      ])
    node.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("inside the initial call it is not there yet; inside a call it can be asked and removed")
  func inCalls() {
    var counts: [Int] = []
    recorder.reaction = { [node] recorder, _ in
      counts.append(node.activeRegistrations.count)
      for registration in node.activeRegistrations {
        node.removeObserver(recorder, forKeyPath: registration.keyPath)
      }
    }
    node.addObserver(recorder, forKeyPath: "number", options: .initial)
    node.number = 1
    #expect(counts == [0, 1])
    #expect(node.activeRegistrations.isEmpty)
  }
}

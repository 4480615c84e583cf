#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
  import RawObserving
  import Testing

  /// Lesson 10, and the cards KEY and DEP: keys, paths, and values that depend on others.
  @Suite("Apple's key-value observing: keys and paths", .watched)
  struct KeyTests {
    private let clock = Clock()
    private let recorder = Recorder()

    // Lessons/10-keys-and-paths.md
    @Test("lesson 10: observing moves the object to a hidden subclass, which type(of:) does not give")
    func hiddenSubclass() {
      #expect(object_getClass(clock) == Clock.self)
      clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
      #expect(object_getClass(clock) != Clock.self)
      #expect(type(of: clock) == Clock.self)
      clock.removeObserver(recorder, forKeyPath: "date")
    }

    // Lessons/10-keys-and-paths.md
    @Test("lesson 10: setValue(_:forKey:) announces, once")
    func setValueForKey() {
      clock.addObserver(recorder, forKeyPath: "date", options: .new, context: nil)
      clock.setValue(1, forKey: "date")
      #expect(recorder.calls.map { $0.new as? Int } == [1])
      clock.removeObserver(recorder, forKeyPath: "date")
    }

    // Lessons/Pitfalls/KEY-1-backing-storage.md
    @Test("KEY-1: a write behind the property and a setter of another form are silent")
    func silentWrites() {
      let meter = Meter()
      meter.addObserver(recorder, forKeyPath: "value", options: [], context: nil)
      meter.writeStorage(1)
      meter.change(to: 2)
      #expect(meter.value == 2)
      #expect(recorder.calls.isEmpty)
      meter.value = 3
      #expect(recorder.calls.count == 1)
      meter.removeObserver(recorder, forKeyPath: "value")
    }

    private final class Meter: NSObject, @unchecked Sendable {
      private var stored = 0
      @objc dynamic var value: Int {
        get { stored }
        set { stored = newValue }
      }
      func writeStorage(_ value: Int) { stored = value }
      @objc(changeValueTo:) dynamic func change(to value: Int) { stored = value }
    }

    // Lessons/Pitfalls/KEY-3-getter-name.md
    @Test("KEY-3: an observer of the getter's name gets the initial call with a value, and no other")
    func getterName() {
      let door = Door()
      door.addObserver(recorder, forKeyPath: "isReady", options: [.initial, .new], context: nil)
      door.ready = true
      #expect(recorder.calls.map { $0.new as? Bool } == [false])
      door.removeObserver(recorder, forKeyPath: "isReady")
    }

    // Lessons/Pitfalls/KEY-3-getter-name.md
    @Test("KEY-3: a typed key path resolves to the name that is declared")
    func declaredName() {
      let (door, heard) = (Door(), Locked(0))
      #expect(NSExpression(forKeyPath: \Door.ready).keyPath == "ready")
      let token = door.observe(\.ready) { _, _ in heard.withLock { $0 += 1 } }
      door.ready = true
      #expect(heard.withLock { $0 } == 1)
      token.invalidate()
    }

    private final class Door: NSObject, @unchecked Sendable {
      @objc dynamic var ready: Bool {
        @objc(isReady) get { isOpen }
        @objc(setReady:) set { isOpen = newValue }
      }
      private var isOpen = false
    }

    // Lessons/Pitfalls/KEY-3-getter-name.md
    @Test("KEY-3: an operation announces isFinished")
    func operation() {
      let operation = BlockOperation {}
      operation.addObserver(recorder, forKeyPath: "isFinished", options: .new, context: nil)
      operation.start()
      #expect(recorder.calls.last.map { $0.new as? Bool } == true)
      operation.removeObserver(recorder, forKeyPath: "isFinished")
    }

    // Lessons/Pitfalls/KEY-5-equal-value.md
    @Test("KEY-5: a set to an equal value is announced")
    func equalValue() {
      clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
      clock.date = 1
      clock.date = 1
      #expect(recorder.calls.count == 2)
      clock.removeObserver(recorder, forKeyPath: "date")
    }

    // Lessons/Pitfalls/KEY-6-reported-twice.md
    @Test("KEY-6: a pair by hand around a setter that announces as well is reported twice")
    func pairAroundSetter() {
      clock.addObserver(recorder, forKeyPath: "date", options: [.old, .new], context: nil)
      clock.willChangeValue(forKey: "date")
      clock.date = 1
      clock.didChangeValue(forKey: "date")
      #expect(recorder.calls.map { $0.old as? Int } == [0, 0])
      #expect(recorder.calls.map { $0.new as? Int } == [1, 1])
      clock.removeObserver(recorder, forKeyPath: "date")
    }

    // Lessons/Pitfalls/KEY-9-silent-middle.md
    @Test("KEY-9: after the middle of a path was replaced in silence, a removal raises")
    func silentMiddle() async {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        let (tower, recorder) = (SilentTower(), Recorder())
        tower.addObserver(recorder, forKeyPath: "clock.date", options: .new, context: nil)
        let former = tower.clock
        tower.clock = Clock()
        former.date = 1
        #expect(recorder.calls.count == 1)
        tower.clock.date = 2
        #expect(recorder.calls.count == 1)
        tower.removeObserver(recorder, forKeyPath: "clock.date")
      }
      #expect(
        result.says(
          "NSInternalInconsistencyException", "Cannot remove an observer <", "for the key path \"clock.date\" from <",
          "most likely because the value for the key \"clock\" has changed without an appropriate KVO notification"))
    }

    private final class SilentTower: NSObject, @unchecked Sendable {
      @objc var clock = Clock()
    }

    // Lessons/Pitfalls/KEY-10-path-through-array.md
    // Lessons/Pitfalls/DEP-5-to-many-dependency.md
    @Test("KEY-10, DEP-5: a path through an array raises, given as a path or as a dependency")
    func pathThroughArray() async {
      let path = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        Album().addObserver(Recorder(), forKeyPath: "tracks.date", options: [], context: nil)
      }
      #expect(path.says("NSInvalidArgumentException", "is not supported. Key path: date"))
      let dependency = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        Album().addObserver(Recorder(), forKeyPath: "total", options: [], context: nil)
      }
      #expect(dependency.says("NSInvalidArgumentException", "is not supported. Key path: date"))
    }

    // Lessons/Pitfalls/KEY-10-path-through-array.md
    @Test("KEY-10: observing an array or a set itself raises")
    func collectionItself() async {
      let array = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        NSArray(array: [1]).addObserver(Recorder(), forKeyPath: "count", options: [], context: nil)
      }
      #expect(array.says("NSInvalidArgumentException", "is not supported."))
      let set = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        NSSet(array: [1]).addObserver(Recorder(), forKeyPath: "count", options: [], context: nil)
      }
      #expect(set.says("NSInvalidArgumentException", "is not supported."))
    }

    private final class Album: NSObject, @unchecked Sendable {
      @objc dynamic var tracks = [Clock()]
      @objc dynamic var total: Int { tracks.reduce(0) { $0 + $1.date } }
      @objc class func keyPathsForValuesAffectingTotal() -> Set<String> { ["tracks.date"] }
    }

    // Lessons/Pitfalls/KEY-11-nil-in-the-middle.md
    @Test("KEY-11: with nil in the middle of a path the value is NSNull, which a cast turns into nil")
    func nilInTheMiddle() {
      let tower = Tower()
      tower.clock = clock
      tower.addObserver(recorder, forKeyPath: "clock.date", options: .new, context: nil)
      tower.clock = nil
      #expect(recorder.calls.map { $0.new is NSNull } == [true])
      #expect(recorder.calls.map { ($0.new as? Int) == nil } == [true])
      tower.removeObserver(recorder, forKeyPath: "clock.date")
    }

    // Lessons/Pitfalls/KEY-12-unwrapped-property.md
    @Test("KEY-12: without dynamic, an observer of the string does not hear of sets from Swift")
    func withoutDynamic() {
      let plain = Plain()
      plain.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
      plain.date = 1
      #expect(recorder.calls.isEmpty)
      plain.removeObserver(recorder, forKeyPath: "date")
    }

    // Lessons/Pitfalls/KEY-12-unwrapped-property.md
    // Read in the source of Swift's overlay.
    @Test("KEY-12: a typed key path without an Objective-C name ends the process")
    func withoutName() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        // A variable, because the compiler warns of such a key path where `observe` is called with a literal.
        let path: KeyPath<Plain, Int> = \.hidden
        let token = Plain().observe(path) { _, _ in }
        token.invalidate()
      }
      #expect(result.says("Could not extract a String from KeyPath"))
    }

    private final class Plain: NSObject, @unchecked Sendable {
      @objc var date = 0
      var hidden = 0
    }

    // Lessons/Pitfalls/KEY-13-dotted-key.md
    @Test("KEY-13: a setting with a dot in its name is taken for a path")
    func dottedKey() throws {
      let name = "AppleTests.\(UUID().uuidString)"
      let settings = try #require(UserDefaults(suiteName: name))
      defer { settings.removePersistentDomain(forName: name) }
      settings.addObserver(recorder, forKeyPath: "editor.fontSize", options: [], context: nil)
      settings.set(12, forKey: "editor.fontSize")
      #expect(recorder.calls.isEmpty)
      settings.removeObserver(recorder, forKeyPath: "editor.fontSize")
    }

    // Lessons/Pitfalls/DEP-1-undeclared-inputs.md
    @Test("DEP-1: a computed key is announced for the inputs that its class declares, and for no others")
    func inputs() {
      let line = Line()
      line.addObserver(recorder, forKeyPath: "undeclared", options: [], context: nil)
      line.title = "a"
      #expect(recorder.calls.isEmpty)
      line.removeObserver(recorder, forKeyPath: "undeclared")
      line.addObserver(recorder, forKeyPath: "line", options: .new, context: nil)
      line.title = "b"
      line.artist = "c"
      #expect(recorder.calls.map { $0.new as? String } == ["b, ", "b, c"])
      line.removeObserver(recorder, forKeyPath: "line")
    }

    private class Line: NSObject, @unchecked Sendable {
      @objc dynamic var title = ""
      @objc dynamic var artist = ""
      @objc dynamic var line: String { "\(title), \(artist)" }
      @objc dynamic var undeclared: String { title }

      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        let others = super.keyPathsForValuesAffectingValue(forKey: key)
        return key == "line" ? others.union(["title", "artist"]) : others
      }
    }

    // Lessons/Pitfalls/DEP-2-lost-dependencies.md
    @Test("DEP-2: an override has to include what super returns")
    func lostDependencies() {
      let line = ForgetfulLine()
      line.addObserver(recorder, forKeyPath: "line", options: [], context: nil)
      line.title = "a"
      line.artist = "b"
      #expect(recorder.calls.isEmpty)
      line.year = 1999
      #expect(recorder.calls.count == 1)
      line.removeObserver(recorder, forKeyPath: "line")
    }

    private final class ForgetfulLine: Line, @unchecked Sendable {
      @objc dynamic var year = 0
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "line" ? ["year"] : super.keyPathsForValuesAffectingValue(forKey: key)
      }
    }

    // Lessons/Pitfalls/DEP-2-lost-dependencies.md
    @Test("DEP-2: the method for one key is found if it is an @objc class func, and otherwise not, in silence")
    func methodForOneKey() {
      let total = Total()
      total.addObserver(recorder, forKeyPath: "found", options: [], context: nil)
      total.addObserver(recorder, forKeyPath: "missed", options: [], context: nil)
      total.part = 1
      #expect(recorder.calls.map(\.keyPath) == ["found"])
      total.removeObserver(recorder, forKeyPath: "found")
      total.removeObserver(recorder, forKeyPath: "missed")
    }

    private final class Total: NSObject, @unchecked Sendable {
      @objc dynamic var part = 0
      @objc dynamic var found: Int { part }
      @objc dynamic var missed: Int { part }
      @objc class func keyPathsForValuesAffectingFound() -> Set<String> { ["part"] }
      class func keyPathsForValuesAffectingMissed() -> Set<String> { ["part"] }
    }
  }
#endif

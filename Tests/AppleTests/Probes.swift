#if canImport(ObjectiveC)
  import Combine
  import Foundation
  import ObjectiveC
  import RawObserving

  /// What a recorder was told, in a few words.
  private func heard(_ recorder: Recorder) -> String {
    func text(_ value: Any) -> String {
      switch value {
      case is NSNull: "null"
      case let array as [Any]: "[\(array.map(text).joined(separator: ","))]"
      case let set as Set<AnyHashable>: "{\(set.map { text($0.base) }.sorted().joined(separator: ","))}"
      default: "\(value)"
      }
    }
    let calls = recorder.calls.map { call in
      let kinds: [NSKeyValueChange: String] = [
        .insertion: "insertion", .removal: "removal", .replacement: "replacement",
      ]
      let parts = [
        call.isPrior ? "prior" : nil, call.kind.flatMap { kinds[$0] }, call.indexes.map { "at \(Array($0))" },
        call.old.map { "old \(text($0))" }, call.new.map { "new \(text($0))" },
      ]
      return parts.compactMap(\.self).joined(separator: " ")
    }
    let count = calls.count == 1 ? "1 call" : "\(calls.count) calls"
    let told = calls.filter { !$0.isEmpty }.joined(separator: "; ")
    return told.isEmpty ? count : "\(count): \(told)"
  }

  // MARK: Changes and calls

  private final class ClampedClock: NSObject, @unchecked Sendable {
    @objc dynamic var date = 0 { didSet { if date > 9 { date = 9 } } }
  }

  private final class Overriding: NSObject, @unchecked Sendable {
    @objc dynamic var date = 0
    private(set) var wills = 0
    override func willChangeValue(forKey key: String) {
      wills += 1
      super.willChangeValue(forKey: key)
    }
  }

  /// Counts the adds and the removals that are asked of it.
  private final class Registrar: NSObject, @unchecked Sendable {
    @objc dynamic var date = 0
    private(set) var asked: [String] = []

    override func addObserver(
      _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
      context: UnsafeMutableRawPointer?
    ) {
      asked.append("add \(keyPath)")
      super.addObserver(observer, forKeyPath: keyPath, options: options, context: context)
    }

    override func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
      asked.append("remove \(keyPath)")
      super.removeObserver(observer, forKeyPath: keyPath)
    }
  }

  /// Its setter is silent.
  private final class SilentDate: NSObject, @unchecked Sendable {
    @objc var date = 0
  }

  extension Probe {
    static let changes = [
      // Lessons/Appendices/differences.md
      Probe(
        "did-set-order", "An observed property has a `didSet` that clamps 10 to 9. What is the observer told?",
        read: "9 and then 9: the observers are called after `didSet` (the compiler: it is part of the setter)"
      ) {
        let (clock, recorder) = (ClampedClock(), Recorder())
        clock.addObserver(recorder, forKeyPath: "date", options: .new, context: nil)
        clock.date = 10
        clock.removeObserver(recorder, forKeyPath: "date")
        return heard(recorder)
      },
      // Lessons/Appendices/differences.md
      Probe(
        "override-of-will", "Does a set call an override of `willChangeValue(forKey:)`?",
        read: "yes (reconstruction)"
      ) {
        let (clock, recorder) = (Overriding(), Recorder())
        clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
        clock.date = 1
        clock.removeObserver(recorder, forKeyPath: "date")
        return clock.wills > 0 ? "yes, \(clock.wills) times" : "no"
      },
      // Lessons/Pitfalls/KEY-7-will-without-did.md
      Probe(
        "KEY-7 pair-in-pair", "After a will without a did, two pairs set 1 and 2. What is the observer told?",
        read: "2 calls: old 0 new 1; old 1 new 2 (reconstruction)"
      ) {
        let (clock, recorder) = (SilentDate(), Recorder())
        clock.addObserver(recorder, forKeyPath: "date", options: [.old, .new], context: nil)
        clock.willChangeValue(forKey: "date")
        for date in [1, 2] {
          clock.willChangeValue(forKey: "date")
          clock.date = date
          clock.didChangeValue(forKey: "date")
        }
        return heard(recorder)
      },
      // Lessons/Pitfalls/KEY-7-will-without-did.md
      Probe(
        "KEY-7 lone-will",
        "An object and its observer are removed and released after a will without a did. Are they freed?",
        read: "no: both are retained (reconstruction)"
      ) {
        weak var object: SilentDate?
        weak var observer: Recorder?
        autoreleasepool {
          let (clock, recorder) = (SilentDate(), Recorder())
          (object, observer) = (clock, recorder)
          clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
          clock.willChangeValue(forKey: "date")
          clock.removeObserver(recorder, forKeyPath: "date")
        }
        return "the object is \(object == nil ? "freed" : "alive"), the observer \(observer == nil ? "freed" : "alive")"
      },
      // Lessons/Pitfalls/CTX-7-observer-order.md
      // Lessons/07-inside-a-callback.md
      Probe(
        "CTX-7 order", "Three observers a, b, c with `.prior`: in which order are they called?",
        read: "a b c before the change, c b a after it (reconstruction; no order is documented)"
      ) {
        let (clock, order) = (Clock(), Locked<[String]>([]))
        let recorders = ["a", "b", "c"].map { name in
          let recorder = Recorder()
          recorder.reaction = { order.withLock { $0.append(name) } }
          clock.addObserver(recorder, forKeyPath: "date", options: .prior, context: nil)
          return recorder
        }
        clock.date = 1
        for recorder in recorders { clock.removeObserver(recorder, forKeyPath: "date") }
        return order.withLock { $0.joined(separator: " ") }
      },
      // Lessons/07-inside-a-callback.md
      Probe(
        "THR-4 last-word",
        "Two observers; the call of the later one sets the property again. What is the earlier one told?",
        read: "2 calls, the last with the present value: new 2; new 2 (reconstruction)"
      ) {
        let (clock, earlier, later) = (Clock(), Recorder(), Recorder())
        clock.addObserver(earlier, forKeyPath: "date", options: .new, context: nil)
        clock.addObserver(later, forKeyPath: "date", options: .new, context: nil)
        later.reaction = { if clock.date == 1 { clock.date = 2 } }
        clock.date = 1
        for recorder in [earlier, later] { clock.removeObserver(recorder, forKeyPath: "date") }
        return heard(earlier)
      },
      // Lessons/07-inside-a-callback.md
      Probe(
        "removed-in-callback",
        "One observer's call removes the other one. Is that one still called for the same change?",
        read: "no (reconstruction)"
      ) {
        let (clock, first, second) = (Clock(), Recorder(), Recorder())
        for recorder in [first, second] {
          clock.addObserver(recorder, forKeyPath: "date", options: .new, context: nil)
        }
        for (recorder, other) in [(first, second), (second, first)] {
          recorder.reaction = {
            other.reaction = nil
            clock.removeObserver(other, forKeyPath: "date")
          }
        }
        clock.date = 1
        let calls = (first.calls.count, second.calls.count)
        return calls.0 + calls.1 == 1 ? "no" : "\(calls.0 + calls.1) calls in all"
      },
      // Lessons/Pitfalls/THR-6-add-in-callback.md
      Probe(
        "THR-6 added-in-callback", "An observer is added inside a call. Is it called for the change that is under way?",
        read: "no (reconstruction)"
      ) {
        let (clock, recorder, late) = (Clock(), Recorder(), Recorder())
        clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
        recorder.reaction = {
          recorder.reaction = nil
          clock.addObserver(late, forKeyPath: "date", options: .new, context: nil)
        }
        clock.date = 1
        for each in [recorder, late] { clock.removeObserver(each, forKeyPath: "date") }
        return late.calls.isEmpty ? "no" : "yes: \(heard(late))"
      },
      // Lessons/Appendices/differences.md
      Probe(
        "endless-calls",
        "An observer's callback sets the property again, without end, on a thread with 512 kB of stack.",
        read: "the stack overflows (the size of the stacks)"
      ) {
        let (clock, recorder, count) = (Clock(), Recorder(), Locked(0))
        clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
        recorder.reaction = {
          // Told as it goes, since nothing can be told afterwards.
          let calls = count.withLock {
            $0 += 1; return $0
          }
          if calls.isMultiple(of: 100) { note("answer: \(calls) calls or more are nested") }
          if calls < 100_000 { clock.date += 1 }
        }
        clock.date = 1
        return "\(count.withLock { $0 }) calls go through"
      },
      // Lessons/Appendices/differences.md
      Probe(
        "overlap", "An observer sets the property inside a change in place of it (`+=` through `inout`).",
        read: "not checked (Apple's documentation has no such check)"
      ) {
        final class Counter: NSObject, @unchecked Sendable { @objc dynamic var list = [0] }
        let (counter, recorder) = (Counter(), Recorder())
        counter.addObserver(recorder, forKeyPath: "list", options: [], context: nil)
        recorder.reaction = { if counter.list.count < 3 { counter.list = [7, 7, 7] } }
        counter.list.append(1)
        counter.removeObserver(recorder, forKeyPath: "list")
        return "the property is \(counter.list) after \(recorder.calls.count) calls"
      },
    ]
  }

  // MARK: Values and names

  extension Probe {
    static let values = [
      // Lessons/Pitfalls/OPT-1-no-options.md
      Probe(
        "OPT-1 enum", "What is `newValue` of a typed observer, for a property of an `@objc` enum?",
        read: "nil (SR-5872, reports until June 2025); a comment of July 2025 suggests that this has changed"
      ) {
        let (lamp, seen) = (EnumLamp(), Locked<[String]>([]))
        let token = lamp.observe(\.mode, options: .new) { _, change in
          seen.withLock { $0.append(change.newValue.map { "a value, \($0.rawValue)" } ?? "nil") }
        }
        lamp.mode = .on
        token.invalidate()
        return seen.withLock { $0.joined(separator: "; ") }
      },
      // Lessons/Appendices/differences.md
      Probe(
        "wrong-type", "`setValue(_:forKey:)` gives a string to a property of type Int.",
        read: "the value is converted, or the setter fails (Apple's documentation)"
      ) {
        let clock = Clock()
        clock.setValue("seven", forKey: "date")
        return "the property is \(clock.date)"
      },
      // Lessons/Pitfalls/KEY-12-unwrapped-property.md
      // Lessons/10-keys-and-paths.md
      Probe(
        "KEY-12 by-name", "A property that is `@objc` and not `dynamic` is set by `setValue(_:forKey:)`.",
        read: "1 call (an unverified draft)"
      ) {
        let (plain, recorder) = (SilentDate(), Recorder())
        plain.addObserver(recorder, forKeyPath: "date", options: .new, context: nil)
        plain.setValue(1, forKey: "date")
        plain.removeObserver(recorder, forKeyPath: "date")
        return heard(recorder)
      },
      // Lessons/10-keys-and-paths.md
      Probe(
        "class-restored", "Has an object its own class again after the last removal?",
        read: "yes (reconstruction)"
      ) {
        let (clock, recorder) = (Clock(), Recorder())
        clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
        let during = object_getClass(clock).map { String(cString: class_getName($0)) } ?? "no class"
        clock.removeObserver(recorder, forKeyPath: "date")
        let isBack = object_getClass(clock) == Clock.self
        return "\(isBack ? "yes" : "no"); while it was observed its class was `\(during)`"
      },
      // Lessons/Pitfalls/REG-9-empty-key-path.md
      Probe(
        "REG-9 add", "An observer is added for an empty key path.",
        read: "NSRangeException of `characterAtIndex:` (reconstruction; a crash demo in Objective-C)"
      ) {
        typealias Add = @convention(c) (NSObject, Selector, NSObject, NSString, UInt, UnsafeMutableRawPointer?) -> Void
        let selector = #selector(NSObject.addObserver(_:forKeyPath:options:context:))
        let method = class_getMethodImplementation(Clock.self, selector)!
        // Swift would bridge an empty String to a class of its own, so the method is called with an NSString.
        unsafeBitCast(method, to: Add.self)(Clock(), selector, Recorder(), NSString(), 0, nil)
        return "nothing happens"
      },
      // Lessons/Pitfalls/REG-9-empty-key-path.md
      Probe(
        "REG-9 removal", "An observer is removed for an empty key path.",
        read: "NSRangeException of `characterAtIndex:` (reconstruction)"
      ) {
        typealias Remove = @convention(c) (NSObject, Selector, NSObject, NSString) -> Void
        let selector = #selector(NSObject.removeObserver(_:forKeyPath:))
        let method = class_getMethodImplementation(Clock.self, selector)!
        unsafeBitCast(method, to: Remove.self)(Clock(), selector, Recorder(), NSString())
        return "nothing happens"
      },
      // Lessons/Pitfalls/DEP-4-self-dependency.md
      Probe(
        "DEP-4 key", "A key is observed that depends on itself.",
        read: "an exception: \"returned a set that includes the same key that was passed in\" (decompiled code)"
      ) {
        SelfDependent().addObserver(Recorder(), forKeyPath: "line", options: [], context: nil)
        return "nothing happens"
      },
      // Lessons/Pitfalls/DEP-4-self-dependency.md
      Probe(
        "DEP-4 path", "A key is observed that depends on a path that begins with itself.",
        read: "an exception: \"a key path that starts with the same key that was passed in\" (decompiled code)"
      ) {
        SelfDependent().addObserver(Recorder(), forKeyPath: "clock", options: [], context: nil)
        return "nothing happens"
      },
      // Lessons/Pitfalls/DEP-7-torn-value.md
      Probe(
        "DEP-7 calls", "A pair of will and did for a line, around sets of its title and its artist. What is told?",
        read:
          "3 calls, the first with one new part: new c, b; new c, d; new c, d (reconstruction; decompiled Foundation of iOS 26.1)"
      ) {
        let (line, recorder) = (Line(), Recorder())
        (line.title, line.artist) = ("a", "b")
        line.addObserver(recorder, forKeyPath: "line", options: .new, context: nil)
        line.willChangeValue(forKey: "line")
        line.title = "c"
        line.artist = "d"
        line.didChangeValue(forKey: "line")
        line.removeObserver(recorder, forKeyPath: "line")
        return heard(recorder)
      },
      // Lessons/Pitfalls/DEP-7-torn-value.md
      Probe(
        "DEP-7 remedy", "Two pairs by hand, one inside the other, for the two inputs of a line. What is told?",
        read: "2 calls, both with the value before and the value after (reconstruction)"
      ) {
        let (line, recorder) = (SilentLine(), Recorder())
        line.addObserver(recorder, forKeyPath: "line", options: [.old, .new], context: nil)
        line.willChangeValue(forKey: "title")
        line.willChangeValue(forKey: "artist")
        (line.title, line.artist) = ("c", "d")
        line.didChangeValue(forKey: "artist")
        line.didChangeValue(forKey: "title")
        line.removeObserver(recorder, forKeyPath: "line")
        return heard(recorder)
      },
      // Lessons/Appendices/apple-only.md
      // Lessons/Pitfalls/DEP-2-lost-dependencies.md
      Probe(
        "DEP-2 customization",
        "A class with NSKeyValueObservingCustomization is observed by a string, then by a typed path.",
        read: "neither is told: the string came first (source of Swift's overlay)"
      ) {
        let (lamp, recorder, seen) = (Lamp(), Recorder(), Locked(0))
        lamp.addObserver(recorder, forKeyPath: "lumens", options: [], context: nil)
        lamp.watts = 1
        let token = lamp.observe(\.lumens) { _, _ in seen.withLock { $0 += 1 } }
        lamp.watts = 2
        token.invalidate()
        lamp.removeObserver(recorder, forKeyPath: "lumens")
        return "by string: \(heard(recorder)); typed: \(seen.withLock { $0 }) calls"
      },
      // Lessons/Appendices/apple-only.md
      // Lessons/Pitfalls/DEP-2-lost-dependencies.md
      Probe(
        "DEP-2 typed", "A class with NSKeyValueObservingCustomization is observed by a typed path alone.",
        read: "1 call (source of Swift's overlay, before it was closed; SR-9081 calls it broken)"
      ) {
        let (lamp, seen) = (Lamp(), Locked(0))
        let token = lamp.observe(\.lumens) { _, _ in seen.withLock { $0 += 1 } }
        lamp.watts = 1
        token.invalidate()
        return "\(seen.withLock { $0 }) calls"
      },
      // Lessons/Appendices/differences.md
      Probe(
        "undeclared", "A computed key without a property is observed, and announced by hand.",
        read: "its value is asked for by name, so `value(forUndefinedKey:)` raises (Apple's documentation)"
      ) {
        let (clock, recorder) = (Clock(), Recorder())
        clock.addObserver(recorder, forKeyPath: "computed", options: .new, context: nil)
        clock.willChangeValue(forKey: "computed")
        clock.didChangeValue(forKey: "computed")
        return heard(recorder)
      },
      // Lessons/Pitfalls/MOD-11-counted-values.md
      // Lessons/Appendices/from-kvo-to-swiftui.md
      Probe(
        "MOD-11 values",
        "1, 2 and 3 are set, and a loop over `publisher(for:).values` has time for each. What does it get, and with a buffer?",
        read: "only the first value, 0; with a buffer 0, 1, 2, 3 (source of Swift's overlay, before it was closed)"
      ) {
        let (clock, direct, buffered) = (Clock(), Locked<[Int]>([]), Locked<[Int]>([]))
        let loops = [
          Task.detached {
            for await date in clock.publisher(for: \.date).values { direct.withLock { $0.append(date) } }
          },
          Task.detached {
            let dates = clock.publisher(for: \.date).buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
            for await date in dates.values { buffered.withLock { $0.append(date) } }
          },
        ]
        for date in 1...3 {
          Thread.sleep(forTimeInterval: 0.3)
          clock.date = date
        }
        Thread.sleep(forTimeInterval: 0.3)
        for loop in loops { loop.cancel() }
        return "\(direct.withLock { $0 }); with a buffer \(buffered.withLock { $0 })"
      },
    ]

    @objc private enum Mode: Int { case off, on }
    private final class EnumLamp: NSObject, @unchecked Sendable { @objc dynamic var mode = Mode.off }

    private final class SelfDependent: NSObject, @unchecked Sendable {
      @objc dynamic var line: String { "" }
      @objc dynamic var clock: Clock { Clock() }
      @objc class func keyPathsForValuesAffectingLine() -> Set<String> { ["line"] }
      @objc class func keyPathsForValuesAffectingClock() -> Set<String> { ["clock.date"] }
    }

    private final class Line: NSObject, @unchecked Sendable {
      @objc dynamic var title = ""
      @objc dynamic var artist = ""
      @objc dynamic var line: String { "\(title), \(artist)" }
      @objc class func keyPathsForValuesAffectingLine() -> Set<String> { ["title", "artist"] }
    }

    private final class SilentLine: NSObject, @unchecked Sendable {
      @objc var title = "a"
      @objc var artist = "b"
      @objc var line: String { "\(title), \(artist)" }
      @objc class func keyPathsForValuesAffectingLine() -> Set<String> { ["title", "artist"] }
    }

    private final class Lamp: NSObject, NSKeyValueObservingCustomization, @unchecked Sendable {
      @objc dynamic var watts = 0
      @objc dynamic var lumens: Int { watts * 80 }

      static func keyPathsAffectingValue(for key: AnyKeyPath) -> Set<AnyKeyPath> {
        key == \Lamp.lumens ? [\Lamp.watts] : []
      }

      static func automaticallyNotifiesObservers(for key: AnyKeyPath) -> Bool { true }
    }
  }

  // MARK: Paths

  extension Probe {
    /// A tower whose clock is replaced in silence.
    private final class SilentTower: NSObject, @unchecked Sendable { @objc var clock: Clock? }

    private final class FreshTower: NSObject, @unchecked Sendable { @objc dynamic var clock: Clock { Clock() } }

    static let paths = [
      // Lessons/Appendices/differences.md
      Probe(
        "override-of-add", "A path leads through an object that overrides `addObserver`. Is the override called?",
        read: "yes (decompiled Foundation of iOS 26.1; reconstruction)"
      ) {
        final class Owner: NSObject, @unchecked Sendable { @objc dynamic var registrar: Registrar? }
        let (owner, registrar, recorder) = (Owner(), Registrar(), Recorder())
        owner.registrar = registrar
        owner.addObserver(recorder, forKeyPath: "registrar.date", options: .new, context: nil)
        registrar.date = 1
        owner.removeObserver(recorder, forKeyPath: "registrar.date")
        let asked = registrar.asked.isEmpty ? "no" : "yes: \(registrar.asked.joined(separator: ", "))"
        return "\(asked); a set makes \(heard(recorder))"
      },
      // Lessons/Pitfalls/KEY-8-fresh-object.md
      Probe(
        "KEY-8 removal", "A path leads through a getter that makes a new object each time. What does a removal do?",
        read: "NSInternalInconsistencyException: \"Cannot remove an observer … most likely because …\" (a log)"
      ) {
        let (tower, recorder) = (FreshTower(), Recorder())
        tower.addObserver(recorder, forKeyPath: "clock.date", options: .new, context: nil)
        tower.removeObserver(recorder, forKeyPath: "clock.date")
        return "nothing happens"
      },
      // Lessons/Pitfalls/KEY-9-silent-middle.md
      Probe(
        "KEY-9 object-to-nil", "The middle of a path becomes nil in silence. What does a removal do?",
        read: "nothing happens; the object keeps its hook (reconstruction)"
      ) {
        let (tower, recorder, clock) = (SilentTower(), Recorder(), Clock())
        tower.clock = clock
        tower.addObserver(recorder, forKeyPath: "clock.date", options: .new, context: nil)
        tower.clock = nil
        tower.removeObserver(recorder, forKeyPath: "clock.date")
        clock.date = 1
        // Neither is freed: a hook that is left may raise.
        _ = (Unmanaged.passRetained(clock), Unmanaged.passRetained(recorder))
        return "nothing is raised; a set of the former object makes \(heard(recorder))"
      },
      // Lessons/Pitfalls/KEY-9-silent-middle.md
      Probe(
        "KEY-9 nil-to-object", "The middle of a path was nil and becomes an object in silence. What does a removal do?",
        read: "\"Cannot remove an observer … most likely because …\" (reconstruction)"
      ) {
        let (tower, recorder) = (SilentTower(), Recorder())
        tower.addObserver(recorder, forKeyPath: "clock.date", options: .new, context: nil)
        tower.clock = Clock()
        tower.removeObserver(recorder, forKeyPath: "clock.date")
        return "nothing happens"
      },
      // Lessons/Pitfalls/KEY-10-path-through-array.md
      Probe(
        "KEY-10 count", "A path that ends in `@count` of a Swift array is observed, and the array is set.",
        read: "1 call: new 0 (no documentation)"
      ) {
        final class Album: NSObject, @unchecked Sendable { @objc dynamic var tracks = [Clock()] }
        let (album, recorder) = (Album(), Recorder())
        album.addObserver(recorder, forKeyPath: "tracks.@count", options: .new, context: nil)
        album.tracks = []
        album.removeObserver(recorder, forKeyPath: "tracks.@count")
        return heard(recorder)
      },
      // Lessons/Pitfalls/KEY-14-pair-around-head.md
      Probe(
        "KEY-14 head", "A pair by hand around a set of the head of an observed path, which was an object.",
        read: "\"Cannot update for observer …\" at the did (reconstruction)"
      ) {
        let (tower, recorder) = (Tower(), Recorder())
        tower.clock = Clock()
        tower.addObserver(recorder, forKeyPath: "clock.date", options: [], context: nil)
        tower.willChangeValue(forKey: "clock")
        tower.clock = Clock()
        tower.didChangeValue(forKey: "clock")
        return heard(recorder)
      },
      // Lessons/Pitfalls/KEY-14-pair-around-head.md
      Probe(
        "KEY-14 nil-head", "The same, of a head that was nil. What does a later set of the leaf make?",
        read: "2 calls (reconstruction)"
      ) {
        let (tower, recorder) = (Tower(), Recorder())
        tower.addObserver(recorder, forKeyPath: "clock.date", options: [], context: nil)
        tower.willChangeValue(forKey: "clock")
        tower.clock = Clock()
        tower.didChangeValue(forKey: "clock")
        let before = recorder.calls.count
        tower.clock?.date = 1
        // Neither is freed: a removal or a deallocation may raise.
        _ = (Unmanaged.passRetained(tower), Unmanaged.passRetained(recorder))
        return "\(recorder.calls.count - before) calls"
      },
      // Lessons/Pitfalls/COL-7-lost-indexes.md
      Probe(
        "COL-7 path", "A path ends in an array. Does an insertion through a proxy of the last object keep its indexes?",
        read: "1 call: insertion at [0] new [a] (reconstruction; Apple promises nothing)"
      ) {
        final class List: NSObject, @unchecked Sendable { @objc dynamic var tracks: [String] = [] }
        final class Shelf: NSObject, @unchecked Sendable { @objc dynamic var list = List() }
        let (shelf, recorder) = (Shelf(), Recorder())
        shelf.addObserver(recorder, forKeyPath: "list.tracks", options: .new, context: nil)
        shelf.list.mutableArrayValue(forKey: "tracks").add("a")
        shelf.removeObserver(recorder, forKeyPath: "list.tracks")
        return heard(recorder)
      },
    ]
  }

  // MARK: Lifetimes

  /// Calls a closure in its deinit.
  private final class Farewell: NSObject, @unchecked Sendable {
    private let onDeath: () -> Void
    init(_ onDeath: @escaping () -> Void) { self.onDeath = onDeath }
    deinit { onDeath() }
  }

  /// It observes itself, and a helper in a stored property ends that.
  private final class SelfObserver: NSObject, @unchecked Sendable {
    @objc dynamic var date = 0
    private var helper: Farewell?

    func observeItself() {
      addObserver(self, forKeyPath: "date", options: [], context: nil)
      // Not a weak reference: the runtime ends a process that forms one in dealloc.
      let me = Unmanaged.passUnretained(self)
      helper = Farewell { me._withUnsafeGuaranteedRef { $0.removeObserver($0, forKeyPath: "date") } }
    }
  }

  /// It sets what it observes in its deinit.
  private final class DyingView: NSObject, @unchecked Sendable {
    @objc dynamic var title = ""
    private let clock: Clock
    private let calls: Locked<Int>

    init(_ clock: Clock, _ calls: Locked<Int>) {
      (self.clock, self.calls) = (clock, calls)
      super.init()
      clock.addObserver(self, forKeyPath: "date", options: [], context: nil)
    }

    deinit {
      clock.date = 2
      clock.removeObserver(self, forKeyPath: "date")
    }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      calls.withLock { $0 += 1 }
    }
  }

  extension Probe {
    static let lifetimes = [
      // Lessons/Pitfalls/LIF-2-announced-by-hand.md
      // Lessons/Pitfalls/MED-2-non-retaining-crash.md
      // Lessons/Pitfalls/MED-11-unretained-dies-first.md
      Probe(
        "LIF-2, MED-2, MED-11 leftover",
        "An object of which only a key that is announced by hand is observed is deallocated with its observer.",
        read: "the registration is removed (decompiled Foundation of iOS 18.0 to 26.1); its class was never changed "
          + "(reconstruction)"
      ) {
        let (recorder, isMoved) = (Recorder(), Locked(false))
        autoreleasepool {
          let clock = ManualClock()
          clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
          let now = object_getClass(clock) != ManualClock.self
          isMoved.withLock { $0 = now }
        }
        return "nothing happens; its class was \(isMoved.withLock { $0 } ? "changed" : "its own")"
      },
      // Lessons/Appendices/differences.md
      // Lessons/Pitfalls/LIF-5-forgetful-self-observer.md
      Probe(
        "stored-properties-last",
        "An object observes itself; a helper in a stored property removes that as it is released. Is it in time?",
        read: "yes (Apple's runtime source; reconstructions of NSKVODeallocate)"
      ) {
        let isFreed = Locked(false)
        autoreleasepool {
          let observer = SelfObserver()
          let farewell = Farewell { isFreed.withLock { $0 = true } }
          objc_setAssociatedObject(observer, UnsafeRawPointer(Context.first), farewell, .OBJC_ASSOCIATION_RETAIN)
          observer.observeItself()
        }
        return isFreed.withLock { $0 }
          ? "yes: the object is deallocated, and nothing is raised" : "it is not deallocated"
      },
      // Lessons/Appendices/differences.md
      // Lessons/04-who-dies-first.md
      // Lessons/Pitfalls/LIF-3-observer-dies-first.md
      Probe(
        "dead-observer", "A property is set whose observer was deallocated without a removal.",
        read: "the call is skipped (decompiled Foundation of iOS 18.0, 18.2 and 26.1; class headers of macOS 15.4.1)"
      ) {
        let (clock, other) = (Clock(), Recorder())
        clock.addObserver(other, forKeyPath: "date", options: .new, context: nil)
        autoreleasepool { clock.addObserver(Recorder(), forKeyPath: "date", options: .new, context: nil) }
        let info = clock.observationInfo.map { pointer in
          Unmanaged<NSObject>.fromOpaque(pointer).takeUnretainedValue().description
        }
        clock.date = 2
        let isMarked = info?.contains("Observer: 0x0") ?? false
        return "nothing happens; the other observer gets \(heard(other)); observationInfo "
          + (isMarked ? "has an `Observer: 0x0`" : "has no `Observer: 0x0`")
      },
      // Lessons/Pitfalls/LIF-10-observer-in-deinit.md
      Probe(
        "LIF-10 deinit", "An observer sets the observed property in its deinit. Is it called?",
        read: "no: a weak reference to it is nil already (decompiled Foundation of iOS 18.0, 18.2 and 26.1)"
      ) {
        let (clock, calls) = (Clock(), Locked(0))
        autoreleasepool { _ = DyingView(clock, calls) }
        let count = calls.withLock { $0 }
        return count == 0 ? "no" : "yes, \(count) times"
      },
      // Lessons/Appendices/differences.md
      // Lessons/Pitfalls/LIF-10-observer-in-deinit.md
      Probe(
        "observed-observer",
        "An observer that is itself observed sets the observed property in its deinit. Is it called?",
        read: "yes, on this thread (decompiled Foundation of iOS 18.0, 18.2 and 26.1)"
      ) {
        let (clock, calls, recorder) = (Clock(), Locked(0), Recorder())
        autoreleasepool {
          let view = DyingView(clock, calls)
          view.addObserver(recorder, forKeyPath: "title", options: [], context: nil)
        }
        let count = calls.withLock { $0 }
        return count == 0 ? "no" : "yes, \(count) times"
      },
      // Lessons/Appendices/differences.md
      // Lessons/Pitfalls/LIF-7-weak-middle.md
      Probe(
        "weak-property", "Is it announced that an observed weak property has become nil?",
        read: "no (Apple's documentation)"
      ) {
        final class Desk: NSObject, @unchecked Sendable { @objc dynamic weak var clock: Clock? }
        let (desk, recorder) = (Desk(), Recorder())
        autoreleasepool {
          let clock = Clock()
          desk.clock = clock
          desk.addObserver(recorder, forKeyPath: "clock", options: .new, context: nil)
        }
        let isNil = desk.clock == nil
        desk.removeObserver(recorder, forKeyPath: "clock")
        return recorder.calls.isEmpty ? "no; the property is \(isNil ? "nil" : "not nil")" : heard(recorder)
      },
      // Lessons/Appendices/crash-logs.md
      Probe(
        "nil-observer", "nil is passed as an observer, as Objective-C can. What does a set do then?",
        read: "it is accepted (a public example; what a set does is not known)"
      ) {
        typealias Add = @convention(c) (NSObject, Selector, NSObject?, NSString, UInt, UnsafeMutableRawPointer?) -> Void
        let clock = Clock()
        let selector = #selector(NSObject.addObserver(_:forKeyPath:options:context:))
        let method = class_getMethodImplementation(Clock.self, selector)!
        unsafeBitCast(method, to: Add.self)(clock, selector, nil, "date", 0, nil)
        note("answer: it is accepted")
        clock.date = 1
        return "it is accepted, and a set makes no call"
      },
    ]
  }

  // MARK: Collections

  extension Probe {
    private final class Playlist: NSObject, @unchecked Sendable {
      @objc dynamic var tracks: [String]? = []
      @objc dynamic var tags: Set<String>? = []
    }

    /// A property with accessors for its elements, in Objective-C's names.
    private final class Queue: NSObject, @unchecked Sendable {
      private var stored: [String] = []
      @objc var tracks: [String] { stored }
      @objc(insertObject:inTracksAtIndex:) dynamic func insert(_ track: String, at index: Int) {
        stored.insert(track, at: index)
      }
      @objc(removeObjectFromTracksAtIndex:) dynamic func remove(at index: Int) { stored.remove(at: index) }
    }

    static let collections = [
      // Lessons/Appendices/differences.md
      Probe(
        "accessors", "A class has insertObject:inTracksAtIndex: and its kin. What does a call of it announce?",
        read: "1 call: insertion at [0] new [a] (Apple's documentation)"
      ) {
        let (queue, recorder) = (Queue(), Recorder())
        queue.addObserver(recorder, forKeyPath: "tracks", options: .new, context: nil)
        queue.insert("a", at: 0)
        queue.removeObserver(recorder, forKeyPath: "tracks")
        return heard(recorder)
      },
      // Lessons/Appendices/differences.md
      Probe(
        "equal-elements",
        "`removeObject:` of a proxy, of an element that is there twice. How many changes are announced?",
        read: "one for each (reconstruction, with GNUstep's array)"
      ) {
        let (playlist, recorder) = (Playlist(), Recorder())
        playlist.tracks = ["a", "b", "a"]
        playlist.addObserver(recorder, forKeyPath: "tracks", options: .old, context: nil)
        let proxy = playlist.mutableArrayValue(forKey: "tracks")
        typealias Remove = @convention(c) (NSObject, Selector, NSString) -> Void
        let selector = sel_registerName("removeObject:")
        let method = class_getMethodImplementation(object_getClass(proxy), selector)!
        unsafeBitCast(method, to: Remove.self)(proxy, selector, "a")
        playlist.removeObserver(recorder, forKeyPath: "tracks")
        return heard(recorder)
      },
      // Lessons/Appendices/differences.md
      Probe(
        "proxy-over-nil", "A proxy over a property that is nil is given an element.",
        read: "NSInternalInconsistencyException: the value is nil (reconstruction)"
      ) {
        let playlist = Playlist()
        playlist.tracks = nil
        playlist.mutableArrayValue(forKey: "tracks").add("a")
        return "the property is \(playlist.tracks.map { "\($0)" } ?? "nil")"
      },
      // Lessons/Appendices/differences.md
      Probe(
        "prior-members", "Does the call before a change of a set carry the members that will be added?",
        read: "yes (reconstruction)"
      ) {
        let (playlist, recorder) = (Playlist(), Recorder())
        playlist.addObserver(recorder, forKeyPath: "tags", options: [.prior, .new], context: nil)
        playlist.mutableSetValue(forKey: "tags").add("a")
        playlist.removeObserver(recorder, forKeyPath: "tags")
        return heard(recorder)
      },
      // Lessons/Pitfalls/COL-1-behind-the-property.md
      Probe(
        "COL-1 early-proxy", "A proxy was made before the first observer was added. Does it announce?",
        read: "no (reconstruction; an unverified draft)"
      ) {
        let (playlist, recorder) = (Playlist(), Recorder())
        let proxy = playlist.mutableArrayValue(forKey: "tracks")
        playlist.addObserver(recorder, forKeyPath: "tracks", options: .new, context: nil)
        proxy.add("a")
        playlist.removeObserver(recorder, forKeyPath: "tracks")
        return recorder.calls.isEmpty ? "no" : heard(recorder)
      },
    ]
  }
#endif

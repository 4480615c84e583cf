#if canImport(ObjectiveC)
  import Foundation
  import RawObserving
  import Testing

  /// A superclass that observes for its own reasons.
  private class DateView: NSObject, @unchecked Sendable {
    nonisolated(unsafe) static let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    let clock = Clock()
    private(set) var shown = 0

    override init() {
      super.init()
      clock.addObserver(self, forKeyPath: "date", options: .new, context: Self.context)
    }

    deinit { clock.removeObserver(self, forKeyPath: "date", context: Self.context) }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      guard context == Self.context else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      shown += 1
    }
  }

  /// A subclass that looks at the key path alone.
  private final class AlarmView: DateView, @unchecked Sendable {
    private(set) var checked = 0

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      if keyPath == "date" { checked += 1 }
    }
  }

  /// A subclass that passes on what it does not know.
  private final class PoliteView: DateView, @unchecked Sendable {
    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
  }

  /// Lessons 6 to 9, and the cards CTX, OPT and THR: the callback, what it is told, and on which thread.
  @Suite("Apple's key-value observing: the callback", .watched)
  struct CallbackTests {
    private let clock = Clock()
    private let recorder = Recorder()

    // Lessons/Pitfalls/CTX-1-stolen-callback.md
    // Lessons/Pitfalls/CTX-2-unforwarded-context.md
    @Test("CTX-1, CTX-2: a subclass that does not call super takes the calls of its superclass")
    func stolen() {
      let view = AlarmView()
      view.clock.date = 1
      #expect(view.shown == 0 && view.checked == 1)
      let polite = PoliteView()
      polite.clock.date = 1
      #expect(polite.shown == 1)
    }

    // Lessons/Pitfalls/CTX-3-everything-forwarded.md
    // Lessons/08-one-method-for-everything.md
    @Test("CTX-3: a call that reaches the top of the class hierarchy raises")
    func forwarded() async {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        Exceptions.print()
        let view = PoliteView()
        view.clock.addObserver(view, forKeyPath: "place", options: [], context: nil)
        view.clock.place = "UTC"
      }
      #expect(result.says("NSInternalInconsistencyException", "message was received but not handled."))
    }

    // Lessons/Pitfalls/CTX-4-shared-context.md
    @Test("CTX-4: the context arrives as it was given, nil for all that give none")
    func contexts() {
      clock.addObserver(recorder, forKeyPath: "date", options: [], context: Context.first)
      clock.addObserver(recorder, forKeyPath: "place", options: [], context: nil)
      clock.date = 1
      clock.place = "UTC"
      #expect(recorder.calls.map(\.context) == [Context.first, nil])
      clock.removeObserver(recorder, forKeyPath: "date", context: Context.first)
      clock.removeObserver(recorder, forKeyPath: "place", context: nil)
    }

    // Lessons/Pitfalls/CTX-6-one-long-method.md
    @Test("CTX-6: one method takes all calls, and a closure those of one registration")
    func oneMethod() {
      let heard = Locked<[String]>([])
      let tokens = [
        clock.observe(\.date) { _, _ in heard.withLock { $0.append("date") } },
        clock.observe(\.place) { _, _ in heard.withLock { $0.append("place") } },
      ]
      clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
      clock.addObserver(recorder, forKeyPath: "place", options: [], context: nil)
      clock.date = 1
      clock.place = "UTC"
      #expect(recorder.calls.map(\.keyPath) == ["date", "place"])
      #expect(heard.withLock { $0 } == ["date", "place"])
      clock.removeObserver(recorder, forKeyPath: "date")
      clock.removeObserver(recorder, forKeyPath: "place")
      for token in tokens { token.invalidate() }
    }

    // Lessons/Pitfalls/OPT-1-no-options.md
    @Test("OPT-1: without options, a change has its kind and no value")
    func noOptions() {
      clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
      let values = Locked<[Int?]>([])
      let token = clock.observe(\.date) { _, change in
        values.withLock { $0 += [change.oldValue, change.newValue] }
      }
      clock.date = 1
      #expect(recorder.calls.map { Array($0.change.keys) } == [[.kindKey]])
      #expect(recorder.calls.map(\.kind) == [.setting])
      #expect(values.withLock { $0 } == [nil, nil])
      clock.removeObserver(recorder, forKeyPath: "date")
      token.invalidate()
    }

    // Lessons/Pitfalls/OPT-2-null-value.md
    // Lessons/09-what-a-change-tells.md
    @Test("OPT-2: a nil value is an NSNull, and .some(nil) for a typed observer")
    func null() {
      clock.place = "UTC"
      clock.addObserver(recorder, forKeyPath: "place", options: [.new, .old], context: nil)
      let isPresent = Locked<[Bool]>([])
      let token = clock.observe(\.place, options: .new) { _, change in
        isPresent.withLock { $0.append(change.newValue != nil && change.newValue! == nil) }
      }
      clock.place = nil
      #expect(recorder.calls.map { $0.new is NSNull } == [true])
      #expect(recorder.calls.map { $0.old as? String } == ["UTC"])
      #expect(isPresent.withLock { $0 } == [true])
      clock.removeObserver(recorder, forKeyPath: "place")
      token.invalidate()
    }

    // Lessons/Pitfalls/OPT-3-initial-old-value.md
    @Test("OPT-3: the change of an initial call never has an old value")
    func initialOld() {
      clock.addObserver(recorder, forKeyPath: "date", options: [.initial, .new, .old], context: nil)
      #expect(recorder.calls.map { $0.new as? Int } == [0])
      #expect(recorder.calls.map { $0.old == nil } == [true])
      clock.removeObserver(recorder, forKeyPath: "date")
    }

    // Lessons/Pitfalls/OPT-4-prior-calls.md
    @Test("OPT-4: the change of a prior call has its mark, and never a new value")
    func prior() {
      clock.addObserver(recorder, forKeyPath: "date", options: [.prior, .new, .old], context: nil)
      clock.date = 1
      #expect(recorder.calls.map(\.isPrior) == [true, false])
      #expect(recorder.calls.map { $0.new as? Int } == [nil, 1])
      #expect(recorder.calls.map { $0.old as? Int } == [0, 0])
      clock.removeObserver(recorder, forKeyPath: "date")
    }

    // Lessons/Pitfalls/OPT-6-mutated-in-place.md
    @Test("OPT-6: of an object that was changed in place, the old value is the new one")
    func sameObject() {
      let shelf = Shelf()
      shelf.addObserver(recorder, forKeyPath: "list", options: [.new, .old], context: nil)
      let list = shelf.list
      list.add("a")
      shelf.list = list
      #expect(recorder.calls.count == 1)
      #expect(recorder.calls.map { ($0.old as? NSMutableArray) === list } == [true])
      #expect(recorder.calls.map { ($0.new as? NSMutableArray) === list } == [true])
      shelf.removeObserver(recorder, forKeyPath: "list")
    }

    private final class Shelf: NSObject, @unchecked Sendable {
      @objc dynamic var list = NSMutableArray()
    }

    // Lessons/Pitfalls/THR-1-other-thread.md
    // Lessons/06-on-which-thread.md
    @Test("THR-1: the callback runs on the thread of the change")
    func thread() async {
      let (clock, recorder) = (clock, recorder)
      clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
      await withCheckedContinuation { continuation in
        Thread {
          clock.date = 1
          continuation.resume()
        }.start()
      }
      await MainActor.run { clock.date = 2 }
      #expect(recorder.calls.map(\.isOnMainThread) == [false, true])
      clock.removeObserver(recorder, forKeyPath: "date")
    }

    // Lessons/Pitfalls/THR-1-other-thread.md
    // Lessons/Pitfalls/THR-10-wrong-isolation.md
    @Test("THR-1, THR-10: MainActor.assumeIsolated traps on another thread")
    func assumption() async {
      await #expect(processExitsWith: .failure) {
        let clock = Clock()
        let token = clock.observe(\.date) { _, _ in MainActor.assumeIsolated {} }
        await withCheckedContinuation { continuation in
          Thread {
            clock.date = 1
            continuation.resume()
          }.start()
        }
        token.invalidate()
      }
    }

    // Lessons/Pitfalls/THR-4-set-in-callback.md
    @Test("THR-4: the setter calls the observers before it returns, so a set in a callback nests")
    func nested() {
      clock.addObserver(recorder, forKeyPath: "date", options: .new, context: nil)
      recorder.reaction = { [clock] in if clock.date < 3 { clock.date += 1 } }
      clock.date = 1
      #expect(clock.date == 3)
      #expect(recorder.calls.count == 3)
      recorder.reaction = nil
      clock.removeObserver(recorder, forKeyPath: "date")
    }

    // Lessons/Pitfalls/THR-7-lock-across-set.md
    @Test("THR-7: observers run inside the set, and find its lock closed")
    func lock() {
      let (lock, wasOpen) = (NSLock(), Locked<[Bool]>([]))
      clock.addObserver(recorder, forKeyPath: "date", options: [], context: nil)
      recorder.reaction = { wasOpen.withLock { $0.append(lock.try()) } }
      lock.lock()
      clock.date = 1
      lock.unlock()
      #expect(wasOpen.withLock { $0 } == [false])
      recorder.reaction = nil
      clock.removeObserver(recorder, forKeyPath: "date")
    }
  }
#endif

#if canImport(ObjectiveC) && canImport(Combine)
  import Combine
  import Foundation
  import RawObserving
  import Testing

  /// Lesson 17, and the cards MOD that tell of Combine.
  @Suite("Combine, beside key-value observing", .watched)
  struct CombineTests {
    // Lessons/Pitfalls/MOD-1-dropped-token.md
    @Test("MOD-1: an AnyCancellable ends its observation when it is deallocated")
    func dropped() {
      let (clock, heard) = (Clock(), Locked<[Int]>([]))
      var token: AnyCancellable? = clock.publisher(for: \.date, options: .new)
        .sink { date in heard.withLock { $0.append(date) } }
      clock.date = 1
      #expect(token != nil)
      token = nil
      clock.date = 2
      #expect(heard.withLock { $0 } == [1])
    }

    // Lessons/Pitfalls/MOD-2-token-cycle.md
    @Test("MOD-2: a stored AnyCancellable whose closure captures its owner keeps the owner")
    func cycle() {
      weak var kept: View?
      let clock = Clock()
      autoreleasepool {
        let view = View()
        kept = view
        view.observe(clock)
      }
      #expect(kept != nil)
      autoreleasepool { kept?.token = nil }
      #expect(kept == nil)
    }

    private final class View {
      var token: AnyCancellable?
      private var shown = 0

      func observe(_ clock: Clock) {
        token = clock.publisher(for: \.date).sink { self.shown = $0 }
      }
    }

    // Lessons/Pitfalls/MOD-6-before-the-write.md
    @Test("MOD-6: @Published sends before the write")
    func beforeTheWrite() {
      let model = Model()
      var (sent, read): ([Int], [Int]) = ([], [])
      let token = model.$date.dropFirst().sink { [unowned model] date in
        sent.append(date)
        read.append(model.date)
      }
      model.date = 1
      #expect(sent == [1])
      #expect(read == [0])
      token.cancel()
    }

    private final class Model: ObservableObject {
      @Published var date = 0
    }

    // Lessons/Pitfalls/MOD-11-counted-values.md
    // Read in Swift's overlay for Foundation.
    @Test("MOD-11: the publisher of a key path drops what its subscriber has not asked for, unless there is a buffer")
    func dropsValues() {
      let clock = Clock()
      let (direct, buffered) = (Patient(), Patient())
      let source = clock.publisher(for: \.date, options: .new)
      source.subscribe(direct)
      source.buffer(size: 10, prefetch: .keepFull, whenFull: .dropOldest).subscribe(buffered)
      for date in 1...3 { clock.date = date }
      direct.ask(2)
      buffered.ask(2)
      // Perhaps not even the first: the overlay's source counts off a request that finds nothing to send.
      #expect(direct.heard.count <= 1)
      #expect(buffered.heard == [1, 2, 3])
      direct.cancel()
      buffered.cancel()
    }

    /// A subscriber that asks for one value, and later for more.
    private final class Patient: Subscriber {
      private(set) var heard: [Int] = []
      private var subscription: (any Subscription)?

      func receive(subscription: any Subscription) {
        self.subscription = subscription
        subscription.request(.max(1))
      }

      func receive(_ date: Int) -> Subscribers.Demand {
        heard.append(date)
        return .none
      }

      func receive(completion: Subscribers.Completion<Never>) {}

      func ask(_ count: Int) { subscription?.request(.max(count)) }

      func cancel() { subscription?.cancel() }
    }
  }
#endif

import Harness
import Observation

/// MOD-22: a value that a loop derives from another is out of date until the loop has had its turn.
enum LaggingTotal {
  static let pitfall = Pitfall(
    "MOD-22", "lagging-total", "A value is derived from another one in a loop or in a task",
    frequency: .sometimes, symptoms: [.valueWrong, .wrongTime],
    change: .delete("await wait { cart.total == cart.prices.reduce(0, +) }"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "a loop over Observations sets the total", .finds("the prices are [2, 3], the total is 2, and later 5"),
      wanted: "the prices are [2, 3], the total is 5, and later 5",
      onMainActor { await buy($0, Cart($0)) }),
    .raw(
      "a task that onChange starts sets the total", .finds("the prices are [2, 3], the total is 2, and later 5"),
      wanted: "the prices are [2, 3], the total is 5, and later 5",
      onMainActor { await buy($0, TrackingCart($0)) }),
    .managed(
      "the total is computed", .finds("the prices are [2, 3], the total is 5, and later 5"),
      onMainActor { await buy($0, ComputingCart()) }),
    .managed(
      "the total is set in didSet of the prices", .finds("the prices are [2, 3], the total is 5, and later 5"),
      onMainActor { await buy($0, DidSetCart()) }),
  ]

  @MainActor
  fileprivate protocol AnyCart: AnyObject {
    var prices: [Int] { get set }
    var total: Int { get }
    /// Starts what keeps the total up to date.
    func open() async
    func close() async
  }

  @MainActor
  @Observable
  fileprivate final class Cart: AnyCart {
    let story: Story
    var prices = [2]
    private(set) var total = 0
    private var task: Task<Void, Never>?

    init(_ story: Story) { self.story = story }

    // snippet.loop
    @available(macOS 26, *)
    func sum() async {
      for await prices in Observations({ self.prices }) {
        total = prices.reduce(0, +)
        story.say("the loop sets the total to \(total)")
      }
    }
    // snippet.end

    func open() async {
      guard #available(macOS 26, *) else { return story.say("Observations needs macOS 26") }
      task = Task { await sum() }
      await wait { total == 2 }
    }

    func close() async {
      task?.cancel()  // so that this act does not leak
      await task?.value
    }
  }

  @MainActor
  @Observable
  fileprivate final class TrackingCart: AnyCart {
    let story: Story
    var prices = [2]
    private(set) var total = 0

    init(_ story: Story) { self.story = story }

    func open() {
      withObservationTracking {
        total = prices.reduce(0, +)
      } onChange: { [weak self] in
        Task { @MainActor in self?.open() }
      }
      story.say("the total is set to \(total)")
    }

    func close() {}
  }

  @MainActor
  @Observable
  fileprivate final class ComputingCart: AnyCart {
    // snippet.computed
    var prices = [2]
    var total: Int { prices.reduce(0, +) }
    // snippet.end

    func open() {}
    func close() {}
  }

  @MainActor
  @Observable
  fileprivate final class DidSetCart: AnyCart {
    var prices = [2] {
      didSet { total = prices.reduce(0, +) }
    }
    private(set) var total = 2

    func open() {}
    func close() {}
  }

  @MainActor
  private static func buy(_ story: Story, _ cart: some AnyCart) async -> String {
    await cart.open()
    cart.prices.append(3)
    let total = cart.total
    story.say("the prices are \(cart.prices), the total is \(total)")
    await wait { cart.total == cart.prices.reduce(0, +) }
    let later = cart.total
    await cart.close()
    return "the prices are \(cart.prices), the total is \(total), and later \(later)"
  }
}

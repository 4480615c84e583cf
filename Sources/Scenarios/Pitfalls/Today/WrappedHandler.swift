import Foundation
import Harness
import RawObserving
import Synchronization

/// MOD-25: a closure that is itself the state of a Mutex is wrapped once more at each read.
enum WrappedHandler {
  static let pitfall = Pitfall(
    "MOD-25", "wrapped-handler", "A closure is itself the state of a Mutex",
    frequency: .rare, symptoms: [.slow, .diesWhenChanged],
    change: .double("(1...1000).forEach(download.receive)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the handler is the state of the lock",
      .finds("the view is called 1000 times, the last time deeper in the stack"),
      wanted: "the view is called 1000 times, each time as deep in the stack"
    ) { story in deliver(BareDownload.self, story) },
    .raw(
      "20,000 calls on a thread with a stack of 512 kB", .dies(.stackOverflow),
      wanted: "the view is called 20000 times"
    ) { story in deliverOnThread(BareDownload.self, story) },
    .managed(
      "the handler is a property of the state",
      .finds("the view is called 1000 times, each time as deep in the stack")
    ) { story in deliver(HeldDownload.self, story) },
    .managed(
      "20,000 calls on a thread with a stack of 512 kB", .finds("the view is called 20000 times")
    ) { story in deliverOnThread(HeldDownload.self, story) },
  ]

  fileprivate protocol AnyDownload: Sendable {
    init(_ handler: @escaping @Sendable (Int) -> Void)
    func receive(_ bytes: Int)
  }

  // snippet.bare
  private final class BareDownload: AnyDownload {
    private let handler: Mutex<@Sendable (_ bytes: Int) -> Void>

    init(_ handler: @escaping @Sendable (Int) -> Void) { self.handler = Mutex(handler) }

    func receive(_ bytes: Int) {
      let handler = handler.withLock { $0 }  // the lock is not held during the call
      handler(bytes)
    }
  }
  // snippet.end

  // snippet.held
  private final class HeldDownload: AnyDownload {
    private struct Held { var body: @Sendable (_ bytes: Int) -> Void }
    private let handler: Mutex<Held>

    init(_ handler: @escaping @Sendable (Int) -> Void) { self.handler = Mutex(Held(body: handler)) }

    func receive(_ bytes: Int) {
      let handler = handler.withLock { $0.body }
      handler(bytes)
    }
  }
  // snippet.end

  private static func deliver(_ type: (some AnyDownload).Type, _ story: Story) -> String {
    let places = Locked([Int]())
    let download = type.init { bytes in
      let place = placeInStack()
      places.withLock { $0.append(place) }
    }
    story.say("a download receives 1000 parts, and calls its handler for each")
    (1...1000).forEach(download.receive)
    let found = places.withLock { $0 }
    // A stack grows downwards.
    let isDeeper = found[999] < found[0]
    story.say(isDeeper ? "the last call begins deeper in the stack" : "the last call begins where the first one did")
    return "the view is called \(found.count) times, "
      + (isDeeper ? "the last time deeper in the stack" : "each time as deep in the stack")
  }

  /// The address of a variable of a function that was called here.
  @inline(never)
  private static func placeInStack() -> Int {
    var variable = 0
    return withUnsafePointer(to: &variable) { Int(bitPattern: $0) }
  }

  private static func deliverOnThread(_ type: (some AnyDownload).Type, _ story: Story) -> String {
    let calls = Locked(0)
    let download = type.init { _ in calls.withLock { $0 += 1 } }
    story.say("a download receives 20,000 parts")
    onAnotherThread(named: "network", stackSize: 512 << 10) { (1...20_000).forEach(download.receive) }
    return "the view is called \(calls.withLock { $0 }) times"
  }
}

import Foundation
import RawObserving
import Testing

/// A handler that sets its own property without end.
@Suite("Callbacks without end", .watched)
struct EndlessCallbackTests {
  enum Handler: String, CaseIterable, Codable, Sendable {
    case set, inPlace, byName, byPath, byHand, proxy, path, dependent, twoObjects, prior, weakly

    /// The key path that is observed.
    var path: String {
      switch self {
      case .proxy: "bracketItems"
      case .path: "child.number"
      case .byPath: "child.copy"
      case .dependent: "label"
      case .weakly: "guest"
      default: "number"
      }
    }

    var options: KeyValueObservingOptions { self == .prior ? [.prior, .new, .old] : .new }

    func change(_ node: GuestNode, _ other: GuestNode) {
      switch self {
      case .set, .prior: node.number = 1
      case .inPlace: node.number &+= 1
      case .byName: node.setValue(1, forKey: "number")
      case .byPath: node.setValue(1, forKeyPath: "child.copy")
      case .byHand: node.changing(\.$number) {}
      case .proxy: node.append("a")
      case .path: node.child?.number = 1
      case .dependent: node.text = "a"
      case .twoObjects: other.number = 1
      case .weakly: node.guest = other
      }
    }
  }

  final class GuestNode: LabelledNode {
    @ObservedWeak var guest: Node?

    /// The number under another name. Setting it is announced by the number alone.
    var copy: Int {
      get { number }
      set { number = newValue }
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("copy", \GuestNode.copy, dependsOn: \.$number)]
    }

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key == "copy" ? false : super.automaticallyNotifiesObservers(forKey: key)
    }
  }

  /// Answers each call with another change, until `limit` calls have been made.
  private static func run(_ handler: Handler, limit: Int) -> Int {
    let (node, other) = (GuestNode(), GuestNode())
    node.child = other
    other.child = nil
    let recorder = Recorder()
    var calls = 0
    recorder.reaction = { _, change in
      if change.isPrior { return }
      calls += 1
      if calls == limit { return }
      if handler == .twoObjects && calls % 2 == 1 {
        handler.change(other, node)
      } else {
        handler.change(node, other)
      }
    }
    let objects = handler == .twoObjects ? [node, other] : [node]
    for object in objects {
      object.addObserver(recorder, forKeyPath: handler.path, options: handler.options)
    }
    handler.change(node, other)
    for object in objects { object.removeObserver(recorder, forKeyPath: handler.path) }
    return calls
  }

  @Test(
    "the process ends with a message, not with its stack, even on a stack of 512 kB, as on Apple's systems",
    arguments: Handler.allCases, [false, true])
  func endless(handler: Handler, isOnSmallStack: Bool) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [handler, isOnSmallStack] in
      if !isOnSmallStack { _ = Self.run(handler, limit: .max) }
      let thread = Thread { _ = Self.run(handler, limit: .max) }
      thread.stackSize = 512 << 10
      thread.start()
      sleep(60)
    }
    let line = result?.errorLines.first
    #expect(
      line?.hasPrefix(
        "*** RawObserving: A change of <GuestNode 0x…> was made inside a callback, that inside another, and so on: 40 "
          + "callbacks are under way on this thread.") == true)
    #expect(line?.contains("compare the values first.") == true)
  }

  @Test("40 nested callbacks go through, and one more ends the process")
  func limit() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardOutputContent]) {
      print(Self.run(.set, limit: 40))
      _ = Self.run(.set, limit: 41)
      print("one more")
    }
    #expect(result?.outputLines == ["40", ""])
  }

  @Test("a chain of 40 nested changes goes through", arguments: Handler.allCases)
  func chain(handler: Handler) {
    for _ in 0..<3 { #expect(Self.run(handler, limit: 40) == 40) }
  }

  @Test("callbacks of many threads at once are counted apart")
  func threads() {
    onThreads(8) { _ in
      for _ in 0..<20 { #expect(Self.run(.set, limit: 40) == 40) }
    }
  }
}

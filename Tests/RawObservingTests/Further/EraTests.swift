import Foundation
import RawObserving
import Testing

/// What an observer that is gone means in the current era.
@Suite("Further: the era in which a change for an observer that is gone is skipped", .watched)
struct CurrentEraTests {
  enum Change: String, CaseIterable, Codable, Sendable {
    case set, inPlace, byName, byHand, elements, path, head, dependent, weakDeath

    var path: String {
      switch self {
      case .elements: "list"
      case .path, .head: "child.number"
      case .dependent: "label"
      case .weakDeath: "guest"
      default: "number"
      }
    }

    func change(_ node: GuestNode) {
      switch self {
      case .set: node.number = 1
      case .inPlace: node.number += 1
      case .byName: node.setValue(1, forKey: "number")
      case .byHand: node.changing(\.$number) {}
      case .elements: node.mutableArray(\.$list).append(1)
      case .path: node.child?.number = 1
      case .head: node.child = Node()
      case .dependent: node.text = "a"
      case .weakDeath:
        let guest = Node()
        node.guest = guest
        withExtendedLifetime(guest) {}
      }
    }
  }

  final class GuestNode: LabelledNode {
    @ObservedWeak var guest: Node?
    @Observed var list: [Int] = []
  }

  @Test("other observers are called, and the process goes on", arguments: Change.allCases)
  func skipped(change: Change) async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [change] in
      Era.use(.current)
      let node = GuestNode()
      node.child = Node()
      let (first, last) = (Recorder(), Recorder())
      node.addObserver(first, forKeyPath: change.path, options: [.new, .prior])
      do { node.addObserver(Recorder(), forKeyPath: change.path, options: [.new, .old, .prior]) }
      node.addObserver(last, forKeyPath: change.path)
      change.change(node)
      print("calls:", first.calls, last.calls)
      node.removeObserver(first, forKeyPath: change.path)
      node.removeObserver(last, forKeyPath: change.path)
      print("left:", node.activeRegistrations.count)
    }
    let calls = change == .weakDeath ? "calls: 4 2" : "calls: 2 1"
    #expect(result?.outputLines.contains(calls) == true)
    #expect(result?.outputLines.contains("left: 1") == true)
  }

  @Test("the cases are these two, in the order of time")
  func cases() { #expect(Era.allCases.map { "\($0)" } == ["classic", "current"]) }

  @Test("two threads that choose and read at once agree")
  func threads() async {
    await #expect(processExitsWith: .success) {
      let seen = Locked<Set<Era>>([])
      onThreads(8) { index in
        let era: Era
        if index % 2 == 0 {
          try? Era.choose(index % 4 == 0 ? .classic : .current)
        }
        era = Era.inForce
        seen.withLock { _ = $0.insert(era) }
      }
      #expect(seen.withLock { $0.count } == 1)
    }
  }
}

import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Recording

/// What the recordings say of references, held against the lives of the objects. The engine reports the lives, so a
/// reference that is declared wrongly shows as a contradiction.
@Suite("Recorded ownership", .watched)
struct RecordedOwnershipTests {
  /// The lives and the strong references after some of the events.
  private struct World {
    var alive: Set<String> = []
    var dying: Set<String> = []
    var strong: Set<[String]> = []

    mutating func take(_ event: RecordedEvent) {
      guard let object = event.object else { return }
      switch event.what {
      case .born: alive.insert(object)
      case .dying: dying.insert(object)
      case .gone:
        alive.remove(object)
        dying.remove(object)
        strong = strong.filter { !$0.prefix(2).contains(object) }
      case .refers where event.strength == .strong: strong.insert([object, event.other ?? "", event.by ?? ""])
      case .refersNoMore: strong.remove([object, event.other ?? "", event.by ?? ""])
      default: break
      }
    }

    func isReachable(_ target: String, from start: String) -> Bool {
      var seen: Set<String> = []
      var next = [start]
      while let one = next.popLast() {
        for reference in strong where reference[0] == one && seen.insert(reference[1]).inserted {
          next.append(reference[1])
        }
      }
      return seen.contains(target)
    }

    /// The objects that are on a strong cycle, or behind one: what stays allocated once the story is over.
    var kept: Set<String> {
      let cyclic = alive.filter { isReachable($0, from: $0) }
      return alive.filter { object in cyclic.contains(object) || cyclic.contains { isReachable(object, from: $0) } }
    }
  }

  /// Runs that can be judged: whole, and small enough for references to be looked for.
  private static func runs() throws -> [RecordedRun] {
    try RecordedRuns.all.filter { run in
      run.objects.count <= 60 && !run.events.contains { $0.what == .cutOff }
    }
  }

  @Test("no object is deallocated while a living object refers to it strongly")
  func noneFreedTooEarly() throws {
    for run in try Self.runs() {
      var world = World()
      for event in run.events {
        let isSeen = event.isNoticed == nil || !Self.noticedTogether.contains("\(run.pitfall) \(run.act)")
        if event.what == .dying, let object = event.object, isSeen {
          let holders = world.strong.filter { $0[1] == object && !world.dying.contains($0[0]) && $0[0] != object }
          #expect(holders.isEmpty, "\(run.name): \(object) dies, and is held: \(holders)")
        }
        world.take(event)
      }
    }
  }

  /// Runs in which a reference and its target end between two events: both are noticed at once, in either order.
  private static let noticedTogether = ["KEY-9 2", "LIF-11 5", "MED-8 1"]

  @Test("no object is gone while a variable holds it strongly")
  func noneFreedInVariable() throws {
    for run in try Self.runs() {
      var held: [String: Set<[String]>] = [:]
      for event in run.events {
        let variable = [event.frame ?? "", event.text ?? ""]
        switch event.what {
        case .holds where event.strength == .strong: held[event.other ?? "", default: []].insert(variable)
        case .holdsNoMore: held[event.other ?? ""]?.remove(variable)
        case .gone:
          let holders = held[event.object ?? ""] ?? []
          #expect(holders.isEmpty, "\(run.name): \(event.object ?? "") is gone, and is held: \(holders)")
        default: break
        }
      }
    }
  }

  @Test("what is left when the story is over is what its references say can leak")
  func leaks() throws {
    for run in try Self.runs() where run.ending.finds != nil {
      var world = World()
      for event in run.events { world.take(event) }
      let left = Set(run.left)
      #expect(
        world.kept.subtracting(["mediator"]) == left, "\(run.name): left \(left.sorted()), kept \(world.kept.sorted())")
    }
  }

  @Test("LeakSanitizer is promised exactly the leaks that the recordings show")
  func promised() throws {
    let script = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Scripts/leaks").standardized, encoding: .utf8)
    let table = try #require(script.firstMatch(of: #/promised='([^']*)'/#)).1
    let promised = Set(table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) })
    var shown: Set<[String]> = []
    for run in try Self.runs() where !run.left.isEmpty {
      // The class that is named in the table has to be among what is left.
      let types = run.objects.filter { run.left.contains($0.name) }.map(\.type)
      let row = promised.first { $0[0] == run.pitfall && $0[1] == "\(run.act)" }
      #expect(row.map { types.contains($0[2]) } == true, "\(run.name) leaves \(types)")
      if let row { shown.insert(row) }
    }
    #expect(shown == promised)
  }

  @Test("an object that observes itself leaks through the retaining controller alone")
  func retention() throws {
    let runs = try RecordedRuns.all
    func left(_ pitfall: String, _ act: Int) throws -> [String] {
      try #require(runs.first { $0.pitfall == pitfall && $0.act == act && $0.ending.finds != nil }).left
    }
    #expect(try left("MED-1", 1) == ["thermostat", "thermostat's controller"])
    #expect(try left("MED-1", 2) == [])
    #expect(try left("MED-1", 3) == [])
  }
}

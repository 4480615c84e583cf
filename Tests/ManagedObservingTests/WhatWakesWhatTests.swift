import Foundation
import ManagedObserving
import Observation
import RawObserving
import Synchronization
import Testing

/// The page "What wakes what": each of its rows is made here, from calls that were counted.
@Suite("What wakes what", .watched) struct WhatWakesWhatTests {
  // snippet.observed
  final class Person: KeyValueObject {
    @Observed var name = ""
  }

  final class Team: KeyValueObject {
    @Observed var lead = Person()
    @Observed var members = [Person(), Person()]
  }

  final class Club: KeyValueObject {
    @Observed var team = Team()
  }
  // snippet.end

  // snippet.acts
  private static func change(_ club: Club, _ row: Row) {
    switch row {
    case .team: club.team = Team()
    case .lead: club.team.lead = Person()
    case .name: club.team.lead.name = "Ada"
    case .members: club.team.members = [Person(), Person()]
    case .append: club.team.members.append(Person())
    case .replace: club.team.members[0] = Person()
    case .element: club.team.members[0].name = "Ada"
    }
  }
  // snippet.end

  @Observable fileprivate final class PersonToday {
    var name = ""
  }

  @Observable fileprivate final class TeamToday {
    var lead = PersonToday()
    var members = [PersonToday(), PersonToday()]
  }

  @Observable fileprivate final class ClubToday {
    var team = TeamToday()
  }

  private static func change(_ club: ClubToday, _ row: Row) {
    switch row {
    case .team: club.team = TeamToday()
    case .lead: club.team.lead = PersonToday()
    case .name: club.team.lead.name = "Ada"
    case .members: club.team.members = [PersonToday(), PersonToday()]
    case .append: club.team.members.append(PersonToday())
    case .replace: club.team.members[0] = PersonToday()
    case .element: club.team.members[0].name = "Ada"
    }
  }

  @Observable fileprivate class Base {
    var name = ""
  }

  fileprivate final class Unmarked: Base {
    var nickname = ""
  }

  // snippet.settings
  @Observable final class Settings {
    @ObservationIgnored let defaults: UserDefaults

    init(_ defaults: UserDefaults = .standard) { self.defaults = defaults }

    var fontSize: Double {
      get {
        access(keyPath: \.fontSize)
        return defaults.double(forKey: "fontSize")
      }
      set { withMutation(keyPath: \.fontSize) { defaults.set(newValue, forKey: "fontSize") } }
    }
  }
  // snippet.end

  private enum Row: String, CaseIterable {
    case team = "`club.team = …`"
    case lead = "`club.team.lead = …`"
    case name = "`club.team.lead.name = …`"
    case members = "`club.team.members = …`, with the same number"
    case append = "`club.team.members.append(…)`"
    case replace = "`club.team.members[0] = …`"
    case element = "`club.team.members[0].name = …`"
  }

  /// The row as the page has it, up to the card.
  private func line(_ row: Row, _ isCalled: [Bool]) -> String {
    "| \(row.rawValue) | " + isCalled.map { $0 ? "called" : "–" }.joined(separator: " | ") + " |"
  }

  /// The lines of a section of the page.
  private func section(_ heading: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Lessons/Appendices/what-wakes-what.md"), encoding: .utf8)
    let lines = page.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: "## \(heading)"))
    return Array(lines[start...].dropFirst().prefix { !$0.hasPrefix("## ") })
  }

  @Test("observers of key paths: each row of the page", arguments: Row.allCases)
  private func keyPaths(row: Row) throws {
    let paths = ["team", "team.lead", "team.lead.name", "team.members", "team.members.@count"]
    let (club, view) = (Club(), ClockView())
    var calls: Set<String> = []
    for path in paths {
      view.kvoController.observe(club, keyPath: path, options: .new) { _, _, _ in calls.insert(path) }
    }
    Self.change(club, row)
    let made = line(row, paths.map(calls.contains))
    #expect(try section("Observers of a key path").contains { $0.hasPrefix(made) }, "write: \(made)")
  }

  @Test("readers of observable objects: each row of the page", arguments: Row.allCases)
  private func readers(row: Row) throws {
    let reads: [(ClubToday) -> Void] = [
      { _ = $0.team }, { _ = $0.team.lead }, { _ = $0.team.lead.name }, { _ = $0.team.members.count },
      { _ = $0.team.members[0].name },
    ]
    let club = ClubToday()
    let calls = Mutex<Set<Int>>([])
    for (index, read) in reads.enumerated() {
      withObservationTracking {
        read(club)
      } onChange: {
        _ = calls.withLock { $0.insert(index) }
      }
    }
    Self.change(club, row)
    let called = calls.withLock { $0 }
    let made = line(row, reads.indices.map(called.contains))
    #expect(try section("Closures that read `@Observable` objects").contains { $0.hasPrefix(made) }, "write: \(made)")
  }

  /// How often a closure that reads something wakes at a change.
  private func calls(reading read: () -> Void, at change: () -> Void) -> Int {
    let calls = Mutex(0)
    withObservationTracking {
      read()
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    change()
    return calls.withLock { $0 }
  }

  @Test("a subclass without the macro: only what it inherits wakes a closure")
  func unmarkedSubclass() {
    let object = Unmarked()
    #expect(calls(reading: { _ = object.nickname }, at: { object.nickname = "Ada" }) == 0)
    #expect(calls(reading: { _ = object.name }, at: { object.name = "Ada" }) == 1)
  }

  @Test("a computed property of a user default: announced by hand, and only by its own setter")
  func settings() throws {
    let suite = "WhatWakesWhatTests"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let settings = Settings(defaults)
    #expect(calls(reading: { _ = settings.fontSize }, at: { settings.fontSize = 14 }) == 1)
    #expect(calls(reading: { _ = settings.fontSize }, at: { settings.fontSize = 14 }) == 1)
    #expect(calls(reading: { _ = settings.fontSize }, at: { defaults.set(16.0, forKey: "fontSize") }) == 0)
    #expect(settings.fontSize == 16)
  }
}

#if canImport(ObjectiveC) && canImport(Combine)
  import Combine
  import Foundation
  import RawObserving
  import Testing

  /// The page "What wakes what", on Apple's classes. Its other rows are made by the tests of the managed module.
  @Suite("What wakes what", .watched)
  struct WhatWakesWhatTests {
    private final class Person: NSObject {
      @objc dynamic var name = ""
    }

    private final class Team: NSObject {
      @objc dynamic var lead = Person()
      @objc dynamic var members = [Person(), Person()]
    }

    private final class Club: NSObject {
      @objc dynamic var team = Team()
    }

    // Lessons/Appendices/what-wakes-what.md
    @Test("an observer of a key path is called for each object on it, and for no element of an array")
    func keyPaths() {
      #expect(heard { $0.team = Team() } == ["team", "team.lead", "team.lead.name", "team.members"])
      #expect(heard { $0.team.lead = Person() } == ["team.lead", "team.lead.name"])
      #expect(heard { $0.team.lead.name = "Ada" } == ["team.lead.name"])
      #expect(heard { $0.team.members = [Person(), Person()] } == ["team.members"])
      #expect(heard { $0.team.members.append(Person()) } == ["team.members"])
      #expect(heard { $0.team.members[0] = Person() } == ["team.members"])
      #expect(heard { $0.team.members[0].name = "Ada" } == [])
    }

    /// The key paths whose observers are called when the club is changed.
    private func heard(_ change: (Club) -> Void) -> Set<String> {
      let (club, recorder) = (Club(), Recorder())
      let paths = ["team", "team.lead", "team.lead.name", "team.members"]
      for path in paths { club.addObserver(recorder, forKeyPath: path, options: .new, context: nil) }
      change(club)
      for path in paths { club.removeObserver(recorder, forKeyPath: path, context: nil) }
      return Set(recorder.calls.compactMap(\.keyPath))
    }

    private final class PublishedPerson: ObservableObject {
      @Published var name = ""
    }

    private final class PublishedTeam: ObservableObject {
      @Published var lead = PublishedPerson()
      @Published var members = [PublishedPerson(), PublishedPerson()]
    }

    private final class PublishedClub: ObservableObject {
      @Published var team = PublishedTeam()
    }

    // Lessons/Appendices/what-wakes-what.md
    @Test("an ObservableObject sends for its own properties, and for none of the objects in them")
    func published() {
      #expect(sent { $0.team = PublishedTeam() } == ["club", "$team"])
      #expect(sent { $0.team.lead = PublishedPerson() } == ["team"])
      #expect(sent { $0.team.lead.name = "Ada" } == [])
      #expect(sent { $0.team.members = [PublishedPerson(), PublishedPerson()] } == ["team", "$members"])
      #expect(sent { $0.team.members.append(PublishedPerson()) } == ["team", "$members"])
      #expect(sent { $0.team.members[0] = PublishedPerson() } == ["team", "$members"])
      #expect(sent { $0.team.members[0].name = "Ada" } == [])
    }

    /// The publishers of the club and of its first team that send when the club is changed.
    private func sent(_ change: (PublishedClub) -> Void) -> Set<String> {
      let club = PublishedClub()
      let sent = Locked<Set<String>>([])
      func note(_ name: String) { sent.withLock { _ = $0.insert(name) } }
      let tokens = [
        club.objectWillChange.sink { _ in note("club") }, club.team.objectWillChange.sink { _ in note("team") },
        club.$team.dropFirst().sink { _ in note("$team") },
        club.team.$members.dropFirst().sink { _ in note("$members") },
      ]
      change(club)
      return withExtendedLifetime(tokens) { sent.withLock { $0 } }
    }
  }
#endif

import Foundation
import RawObserving
import Testing

@Suite("Further: what people write first", .watched)
struct FirstTriesTests {
  @Test("Array's own names for changes: each is one change of the elements concerned, or none")
  func arrayNames() {
    let list = TrackList()
    list.rawItems = ["a", "b"]
    let items = list.mutableArray(\.$rawItems)
    let heard = list.heard("rawItems") {
      items.insert(contentsOf: ["x", "y"], at: 1)
      items.insert(contentsOf: [], at: 1)
      items.removeAll { $0 == "a" || $0 == "y" }
      items.removeAll { $0 == "nowhere" }
      items += ["c", "d"]
      items.removeSubrange(1..<3)
      items.removeSubrange(1..<1)
      items.removeFirst()
      list.mutableArray(\.$rawItems).removeAll { $0 == "d" }
      items.removeFirst()
    }
    #expect(list.rawItems == [])
    #expect(
      heard == [
        Heard("rawItems", kind: .insertion, new: ["x", "y"], at: at(1, 2)),
        Heard("rawItems", kind: .removal, old: ["a", "y"], at: at(0, 2)),
        Heard("rawItems", kind: .insertion, new: ["c", "d"], at: at(2, 3)),
        Heard("rawItems", kind: .removal, old: ["b", "c"], at: at(1, 2)),
        Heard("rawItems", kind: .removal, old: ["x"], at: at(0)),
        Heard("rawItems", kind: .removal, old: ["d"], at: at(0)),
      ])
  }

  @Test("elements inserted beyond the end raise, however far beyond", arguments: [3, .max])
  func insertedOutOfRange(at index: Int) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) { [index] in
      let list = TrackList()
      list.rawItems = ["a", "b"]
      list.mutableArray(\.$rawItems).insert(contentsOf: ["x"], at: index)
    }
    #expect(result?.errorLines.contains { $0.contains("NSRangeException") } == true)
  }

  @Test("a key that only names its inputs has no value until it is a computed key too")
  func namedInputs() {
    let settings = Settings()
    settings.volume = 1
    #expect(heard(settings, "summary") { settings.volume = 2 } == [Heard("summary", new: "2", old: "1")])
  }

  private final class Settings: KeyValueObject {
    @Observed var volume = 0
    var summary: String { "\(volume)" }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("summary", \Settings.summary)]
    }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
      key == "summary" ? ["volume"] : super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }

  @Test("a plain property that is announced by hand is a computed key")
  func plainProperty() {
    let account = Account()
    #expect(heard(account, "balance") { account.balance = 2 } == [Heard("balance", new: 2, old: 0)])
  }

  private final class Account: KeyValueObject {
    var balance = 0 {
      willSet { willChangeValue(forKey: "balance") }
      didSet { didChangeValue(forKey: "balance") }
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("balance", \Account.balance)]
    }
  }

  @Test("objects that are equal by identity, in a set")
  func identity() {
    let (team, other) = (Member(), Member())
    let heard = heard(team, "friends") {
      team.mutableSet(\.$friends).insert(other)
      team.mutableSet(\.$friends).remove(team)
    }
    #expect(team.friends == [other])
    #expect(heard.first == Heard("friends", kind: .insertion, new: [other] as Set<Member>))
  }

  private final class Member: KeyValueObject, Hashable {
    @Observed var friends: Set<Member> = []

    static func == (one: Member, other: Member) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// What an observer of the key hears of the change.
  private func heard(_ object: KeyValueObject, _ key: String, _ change: () -> Void) -> [Heard] {
    let recorder = Recorder(observing: object, key)
    defer { object.removeObserver(recorder, forKeyPath: key) }
    change()
    return recorder.heard
  }
}

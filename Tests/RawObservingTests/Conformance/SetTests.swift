import RawObserving
import Testing

@Suite("Conformance: unordered to-many keys", .watched)
struct SetTests {
  private let list = TrackList()
  private var members: MutableSetValue<String> { list.mutableSetValue(forKey: "members") }
  private var plainMembers: MutableSetValue<String> {
    list.mutableSetValue(forKey: "plainMembers")
  }
  private var rawMembers: MutableSetValue<String> { list.mutableSetValue(forKey: "rawMembers") }

  /// What union {1,2,3}, minus {1}, add 1, remove 1 and intersect {2} tell, from an empty set.
  private func fiveChanges(of key: String) -> [Heard] {
    [
      Heard(key, kind: .insertion, new: set("1", "2", "3")),
      Heard(key, kind: .removal, old: set("1")),
      Heard(key, kind: .insertion, new: set("1")),
      Heard(key, kind: .removal, old: set("1")),
      Heard(key, kind: .removal, old: set("3")),
    ]
  }

  @Test("KVO-SET-01 six changes by accessors")
  func accessors() {
    let heard = list.heard("members") {
      list.addMembers(["1", "2", "3"])
      list.removeMembers(["1"])
      list.addMembers(["1"])
      list.removeMembers(["1"])
      list.intersectMembers(["2"])
      list.assignMembers(["3"])
    }
    #expect(heard == fiveChanges(of: "members") + [Heard("members", new: set("3"), old: set("2"))])
  }

  @Test("KVO-SET-02 six changes with brackets by hand")
  func brackets() {
    let heard = list.heard("bracketMembers") {
      list.changeBracketMembers(.union, ["1", "2", "3"])
      list.changeBracketMembers(.minus, ["1"])
      list.changeBracketMembers(.union, ["1"])
      list.changeBracketMembers(.minus, ["1"])
      list.changeBracketMembers(.intersect, ["2"])
      list.changeBracketMembers(.set, ["3"])
    }
    #expect(
      heard == fiveChanges(of: "bracketMembers") + [
        Heard("bracketMembers", kind: .replacement, new: set("3"), old: set("2"))
      ])
  }

  @Test("six changes through a mutable set, over each kind of key")
  func mutableSet() {
    for (key, proxy) in [("members", members), ("plainMembers", plainMembers), ("rawMembers", rawMembers)] {
      let heard = list.heard(key) {
        proxy.formUnion(["1", "2", "3"])
        proxy.subtract(["1"])
        proxy.insert("1")
        proxy.remove("1")
        proxy.formIntersection(["2"])
        proxy.set(["3"])
      }
      #expect(heard == fiveChanges(of: key) + [Heard(key, kind: .replacement, new: set("3"), old: set("2"))])
      #expect(proxy.members == ["3"])
    }
  }

  @Test("KVO-SET-03 a union tells only what was really added")
  func union() {
    list.addMembers(["1", "2", "3"])
    let heard = list.heard("members") { list.addMembers(["3", "4"]) }
    #expect(heard == [Heard("members", kind: .insertion, new: set("4"))])
  }

  @Test("KVO-SET-04 a minus tells only what was really taken out")
  func minus() {
    list.addMembers(["1", "2", "3", "4"])
    let heard = list.heard("members") {
      list.removeMembers(["1", "9"])
      list.removeMembers(["9"])
    }
    #expect(heard == [Heard("members", kind: .removal, old: set("1")), Heard("members", kind: .removal, old: set())])
  }

  @Test("KVO-SET-05 a change of the whole set tells the two differences")
  func wholeSet() {
    list.rawMembers = ["1", "2"]
    let heard = list.heard("rawMembers") { rawMembers.set(["2", "5"]) }
    #expect(heard == [Heard("rawMembers", kind: .replacement, new: set("5"), old: set("1"))])
  }

  @Test("KVO-SET-06 the calls before a change of a set")
  func prior() {
    let heard = list.heard("members", [.new, .old, .prior]) {
      list.addMembers(["1"])
      list.removeMembers(["1"])
    }
    #expect(
      heard == [
        Heard("members", kind: .insertion, isPrior: true),
        Heard("members", kind: .insertion, new: set("1")),
        Heard("members", kind: .removal, old: set("1"), isPrior: true),
        Heard("members", kind: .removal, old: set("1")),
      ])
  }

  @Test("KVO-SET-07 removing all through a mutable set over a whole value")
  func removeAll() {
    list.plainMembers = ["2", "5"]
    let heard = list.heard("plainMembers", [.new, .old, .prior]) { plainMembers.removeAll() }
    #expect(
      heard == [
        Heard("plainMembers", kind: .removal, old: set("2", "5"), isPrior: true),
        Heard("plainMembers", kind: .removal, old: set("2", "5")),
      ])
    #expect(list.plainMembers == [])
  }

  @Test("KVO-SET-08 a whole set assigned is a setting")
  func assigned() {
    list.plainMembers = []
    let heard = list.heard("plainMembers", [.new, .old, .prior]) { list.plainMembers = ["w"] }
    #expect(
      heard == [Heard("plainMembers", old: set(), isPrior: true), Heard("plainMembers", new: set("w"), old: set())])
  }

  @Test("KVO-SET-09 accessors have the last word")
  func lastWord() {
    let list = PickyTrackList()
    list.addMembers(["one", "two", "eight"])
    let members = list.mutableSetValue(forKey: "members", of: String.self)
    members.remove("one")
    members.insert("ten")
    members.remove("eight")
    members.insert("three")
    #expect(list.members == ["one", "two", "three"])
  }

  @Test("KVO-SET-10 a mutable set changes the content, with accessors or without")
  func content() {
    list.plainMembers = ["one", "two", "eight"]
    plainMembers.insert("seven")
    plainMembers.subtract(["eight"])
    list.rawMembers = ["one", "two", "eight"]
    rawMembers.insert("seven")
    rawMembers.remove("eight")
    #expect(list.plainMembers == ["one", "two", "seven"])
    #expect(list.rawMembers == ["one", "two", "seven"])
    #expect(plainMembers.members == ["one", "two", "seven"])
    #expect(Set(rawMembers) == rawMembers.members)
    #expect(rawMembers.count == 3)
  }

  @Test("KVO-SET-11 a mutable set reads through")
  func readsThrough() {
    let proxy = plainMembers
    #expect(proxy.members == [])
    list.plainMembers = ["one"]
    #expect(proxy.members == ["one"])
    list.plainMembers = nil
    #expect(proxy.members == [])
  }

  @Test("KVO-SET-12 the count of an unordered key")
  func count() {
    let heard = list.heard("members.@count") {
      list.addMembers(["1"])
      list.removeMembers(["1"])
    }
    #expect(heard == [Heard("members.@count", new: 1, old: 0), Heard("members.@count", new: 0, old: 1)])
  }

  private func set(_ members: String...) -> Set<String> { Set(members) }
}

import RawObserving
import Testing

@Suite("Further: mutable sets over every kind of property", .watched)
struct MutableSetTests {
  private let all: KeyValueObservingOptions = [.new, .old, .prior]
  private let list = TrackList()
  private var raw: MutableSetValue<String> { list.mutableSetValue(forKey: "rawMembers") }
  private var plain: MutableSetValue<String> { list.mutableSetValue(forKey: "plainMembers") }

  @Test("a union of what is there already, and a minus of what is not, tell empty differences")
  func noDifference() {
    list.rawMembers = ["a"]
    let heard = list.heard("rawMembers") {
      raw.insert("a")
      raw.remove("b")
      raw.formIntersection(["a", "b"])
      raw.set(["a"])
    }
    let none = Set<String>()
    #expect(
      heard == [
        Heard("rawMembers", kind: .insertion, new: none),
        Heard("rawMembers", kind: .removal, old: none),
        Heard("rawMembers", kind: .removal, old: none),
        Heard("rawMembers", kind: .replacement, new: none, old: none),
      ])
    #expect(list.rawMembers == ["a"])
  }

  @Test("the calls before: nothing for a union, what goes for a minus, an intersection and a set")
  func priors() {
    list.rawMembers = ["a", "b", "c"]
    let heard = list.heard("rawMembers", all) {
      raw.insert("d")
      raw.formIntersection(["a", "b"])
      raw.set(["b", "e"])
      raw.removeAll()
    }
    #expect(
      heard.filter(\.isPrior) == [
        Heard("rawMembers", kind: .insertion, isPrior: true),
        Heard("rawMembers", kind: .removal, old: Set(["c", "d"]), isPrior: true),
        Heard("rawMembers", kind: .replacement, old: Set(["a"]), isPrior: true),
        Heard("rawMembers", kind: .removal, old: Set(["b", "e"]), isPrior: true),
      ])
    #expect(heard.count == 8)
    #expect(heard.allSatisfy { $0.indexes == nil })
  }

  @Test("over nil: empty, unchanged by a minus, and a set from the first union on")
  func overNil() {
    #expect(plain.members == [])
    let heard = list.heard("plainMembers") {
      plain.formUnion(["a"])
      list.plainMembers = nil
      plain.set(["b"])
    }
    #expect(list.plainMembers == ["b"])
    #expect(
      heard == [
        Heard("plainMembers", kind: .insertion, new: Set(["a"])),
        Heard("plainMembers", new: null, old: Set(["a"])),
        Heard("plainMembers", kind: .replacement, new: Set(["b"]), old: Set<String>()),
      ])
  }

  @Test("made before the first registration, and kept over a set of the property")
  func madeEarly() {
    let members = raw
    let heard = list.heard("rawMembers") {
      list.rawMembers = ["x"]
      members.insert("y")
    }
    #expect(
      heard == [
        Heard("rawMembers", new: Set(["x"]), old: Set<String>()),
        Heard("rawMembers", kind: .insertion, new: Set(["y"])),
      ])
    #expect(members.members == ["x", "y"])
  }

  @Test("each observer gets the entries it asked for, of one change")
  func optionTable() {
    list.rawMembers = ["a"]
    let recorder = Recorder()
    for options: KeyValueObservingOptions in [[], .new, .old] {
      list.addObserver(recorder, forKeyPath: "rawMembers", options: options)
    }
    raw.set(["b"])
    #expect(
      recorder.heard == [
        Heard("rawMembers", kind: .replacement, old: Set(["a"])),
        Heard("rawMembers", kind: .replacement, new: Set(["b"])),
        Heard("rawMembers", kind: .replacement),
      ])
    for _ in 0..<3 { list.removeObserver(recorder, forKeyPath: "rawMembers") }
  }

  @Test("over accessors: union, intersection and set are one change each, however many calls they take")
  func overAccessors() {
    let members: MutableSetValue<String> = list.mutableSetValue(forKey: "members")
    let heard = list.heard("members", [.new, .old]) {
      members.formUnion(["a", "b", "c"])
      members.formIntersection(["a", "b"])
      members.set(["b", "d"])
    }
    #expect(
      heard == [
        Heard("members", kind: .insertion, new: Set(["a", "b", "c"])),
        Heard("members", kind: .removal, old: Set(["c"])),
        Heard("members", kind: .replacement, new: Set(["d"]), old: Set(["a"])),
      ])
  }

  @Test("through a path, a set keeps its kinds; its head's change is a setting")
  func throughPath() {
    let root = TrackList()
    root.child = list
    let heard = root.heard("child.rawMembers") {
      raw.insert("a")
      raw.remove("a")
      root.child = nil
    }
    #expect(
      heard == [
        Heard("child.rawMembers", kind: .insertion, new: Set(["a"])),
        Heard("child.rawMembers", kind: .removal, old: Set(["a"])),
        Heard("child.rawMembers", new: null, old: Set<String>()),
      ])
  }

  @Test("the count is told at each change, also where nothing comes or goes")
  func count() {
    let heard = list.heard("rawMembers.@count") {
      raw.formUnion(["a", "b"])
      raw.insert("a")
      raw.removeAll()
    }
    #expect(heard == [(0, 2), (2, 2), (2, 0)].map { Heard("rawMembers.@count", new: $1, old: $0) })
  }

  @Test("going through it while it changes goes through what was there at the start")
  func whileIterating() {
    list.rawMembers = ["a", "b"]
    for member in raw { raw.remove(member) }
    #expect(list.rawMembers == [])
  }
}

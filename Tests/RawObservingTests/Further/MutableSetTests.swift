import RawObserving
import Testing

@Suite("Further: mutable sets over every kind of property", .watched)
struct MutableSetTests {
  private let all: KeyValueObservingOptions = [.new, .old, .prior]
  private let list = TrackList()
  private var raw: MutableSetValue<String> { list.mutableSetValue(forKey: "rawMembers") }
  private var plain: MutableSetValue<String> { list.mutableSetValue(forKey: "plainMembers") }

  // On Apple's systems the call before carries the new members too, as far as a reconstruction tells.
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

  @Test("going through it while it changes goes through what was there at the start")
  func whileIterating() {
    list.rawMembers = ["a", "b"]
    for member in raw { raw.remove(member) }
    #expect(list.rawMembers == [])
  }
}

import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("COL-6 set differences", .watched)
struct SetDifferencesTests {
  let playlist = Playlist()
  let view = Recorder()
  var tags: MutableSetValue<String> { playlist.mutableSetValue(forKey: "tags", of: String.self) }

  init() { playlist.tags = ["jazz", "live", "mono"] }

  private func expect(
    _ kind: KeyValueChangeKind, old: Set<String>?, new: Set<String>?,
    _ location: SourceLocation = #_sourceLocation, while body: () -> Void
  ) {
    let count = view.changes.count
    body()
    #expect(view.changes.count == count + 1, sourceLocation: location)
    let change = view.changes.last
    #expect(change?.kind == kind, sourceLocation: location)
    #expect(change?.oldValue as? Set<String> == old, sourceLocation: location)
    #expect(change?.newValue as? Set<String> == new, sourceLocation: location)
    #expect(change?.indexes == nil, sourceLocation: location)
  }

  @Test(
    "raw: a union is an insertion, an intersection a removal, a set a replacement; only differences"
  )
  func raw() {
    playlist.addObserver(view, forKeyPath: "tags", options: [.new, .old])
    expect(.insertion, old: nil, new: ["slow"]) { tags.formUnion(["jazz", "slow"]) }
    expect(.insertion, old: nil, new: []) { tags.insert("jazz") }
    expect(.removal, old: ["mono", "slow"], new: nil) { tags.formIntersection(["jazz", "live"]) }
    expect(.replacement, old: ["live"], new: ["calm"]) { tags.set(["jazz", "calm"]) }
    expect(.removal, old: ["calm"], new: nil) { tags.subtract(["calm", "loud"]) }
    playlist.removeObserver(view, forKeyPath: "tags")
  }

  @Test("raw: assigned to the property, a set is a setting, with both sets whole")
  func setting() {
    playlist.addObserver(view, forKeyPath: "tags", options: [.new, .old])
    expect(.setting, old: ["jazz", "live", "mono"], new: ["jazz", "calm"]) {
      playlist.tags = ["jazz", "calm"]
    }
    playlist.removeObserver(view, forKeyPath: "tags")
  }

  @Test("managed: a typed replacement carries the differences, and the whole set")
  func managed() {
    var heard: [Change<Set<String>>] = []
    view.kvoController.observe(playlist, \.$tags, options: .old) { _, _, change in
      heard.append(change)
    }
    tags.set(["jazz", "calm"])
    #expect(heard.map(\.kind) == [.replacement])
    #expect(heard.first?.oldElements == ["live", "mono"])
    #expect(heard.first?.newElements == ["calm"])
    #expect(heard.first?.value == ["jazz", "calm"])
  }

  @Test("taking old elements out and putting new ones in is right for every change of elements")
  func inStep() {
    var shown = playlist.tags
    view.kvoController.observe(playlist, \.$tags, options: .old) { _, playlist, change in
      if change.kind == .setting { shown = change.value }
      shown.subtract(change.oldElements ?? [])
      shown.formUnion(change.newElements ?? [])
      #expect(shown == playlist.tags)
    }
    tags.formUnion(["slow"])
    tags.formIntersection(["jazz", "slow"])
    tags.set(["slow", "calm"])
    playlist.tags = ["calm", "loud"]
    tags.removeAll()
    #expect(shown.isEmpty)
  }
}

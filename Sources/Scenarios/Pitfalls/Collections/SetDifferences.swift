import Harness
import ManagedObserving
import RawObserving

/// COL-6: a replacement of a set carries only the members that differ.
enum SetDifferences {
  static let pitfall = Pitfall(
    "COL-6", "set-differences", "The elements that a change of a set carries are mistaken for the whole set",
    frequency: .rare, symptoms: [.partOfTheValue],
    change: .delete("shown.subtract(change.oldElements ?? [])"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view treats a replacement as a setting", .finds("the playlist has 2 tags, the view shows 1"),
      wanted: "the playlist has 2 tags, the view shows 2", raw),
    .managed("the view reads the differences", .finds("the playlist has 2 tags, the view shows 2"), differences),
    .managed(
      "the view treats a replacement as a setting", .finds("the playlist has 2 tags, the view shows 1"),
      wanted: "the playlist has 2 tags, the view shows 2", sameMistake: true, managed),
  ]

  private final class TagsView: KeyValueObject {
    let story: Story
    var shown: Set<String> = []

    init(_ story: Story) {
      self.story = story
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      let old = change.oldValue as? Set<String>
      let new = change.newValue as? Set<String>
      tell(change.kind, old, new)
      // snippet.naive
      switch change.kind {
      case .insertion: shown.formUnion(new ?? [])
      case .removal: shown.subtract(old ?? [])
      case .replacement, .setting: shown = new ?? []
      }
      // snippet.end
    }

    func tagsDidChange(_ change: Change<Set<String>>) {
      let isSetting = change.kind == .setting
      tell(
        change.kind, isSetting ? change.oldValue : change.oldElements,
        isSetting ? change.value : change.newElements)
      // snippet.differences
      if change.kind == .setting { shown = change.value }
      shown.subtract(change.oldElements ?? [])
      shown.formUnion(change.newElements ?? [])
      // snippet.end
    }

    private func tell(_ kind: KeyValueChangeKind, _ old: Set<String>?, _ new: Set<String>?) {
      story.say("\(kind): old \(text(old)), new \(text(new))")
    }

    private func text(_ members: Set<String>?) -> String {
      members.map { "\($0.sorted())" } ?? "absent"
    }
  }

  private static func raw(_ story: Story) -> String {
    let playlist = Playlist()
    let view = TagsView(story)
    playlist.addObserver(view, forKeyPath: "tags", options: [.new, .old])
    defer { playlist.removeObserver(view, forKeyPath: "tags") }
    return change(playlist, seenBy: view)
  }

  private static func managed(_ story: Story) -> String {
    let playlist = Playlist()
    let view = TagsView(story)
    view.kvoController.observe(playlist, keyPath: "tags", options: [.new, .old], context: nil)
    return change(playlist, seenBy: view)
  }

  private static func differences(_ story: Story) -> String {
    let playlist = Playlist()
    let view = TagsView(story)
    view.kvoController.observe(playlist, \.$tags, options: .old) { view, _, change in view.tagsDidChange(change) }
    return change(playlist, seenBy: view)
  }

  private static func change(_ playlist: Playlist, seenBy view: TagsView) -> String {
    playlist.tags = ["jazz", "live", "mono"]
    let tags = playlist.mutableSetValue(forKey: "tags", of: String.self)
    tags.formUnion(["jazz", "slow"])
    tags.formIntersection(["jazz", "live"])
    tags.set(["jazz", "calm"])
    view.story.say("the playlist has \(playlist.tags.sorted()), shown: \(view.shown.sorted())")
    return "the playlist has \(playlist.tags.count) tags, the view shows \(view.shown.count)"
  }
}

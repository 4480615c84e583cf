import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// `observe(each:)`: a property of each element of an array.
@Suite("The elements of an array", .watched) struct ElementsTests {
  final class Track: KeyValueObject {
    @Observed var title: String
    @Observed var next: Track?
    init(_ title: String) { self.title = title }
  }

  final class Album: KeyValueObject {
    @Observed var tracks: [Track] = []

    func removeAllInSilence() { _tracks.storedValue = [] }
  }

  final class Box: KeyValueObject {
    @Observed var album: Album
    init(_ album: Album) { self.album = album }
  }

  final class List: KeyValueObject {
    var heard: [String] = []
    weak var album: Album?

    @discardableResult func show(_ album: Album, options: ChangeOptions = []) -> ObservationToken {
      kvoController.observe(album, each: \.$tracks, \.$title, options: options) { list, track, change in
        list.heard.append("\(change.oldValue ?? "") \(change.value)")
      }
    }
  }

  private let album = Album()
  private let list = List()
  private let first = Track("a")
  private let second = Track("b")
  private let third = Track("c")

  @Test("elements are followed as they come and go, in each kind of change")
  func comeAndGo() {
    album.tracks = [first]
    list.show(album)
    first.title = "A"
    album.tracks.append(second)
    second.title = "B"
    let tracks = album.mutableArray(\.$tracks)
    tracks.insert(third, at: 0)
    third.title = "C"
    tracks.remove(at: 1)
    first.title = "gone"
    tracks[0] = first
    (first.title, third.title) = ("back", "gone")
    #expect(list.heard == [" A", " B", " C", " back"])
    album.tracks = []
    for track in [first, second, third] {
      track.title = "gone"
      #expect(track.activeRegistrations.isEmpty)
    }
    #expect(list.heard.count == 4)
  }

  @Test("with .initial each element is called for once, also one that comes later; an element twice is observed once")
  func initial() {
    album.tracks = [first, second, first]
    list.show(album, options: [.initial, .old])
    #expect(list.heard == [" a", " b"])
    album.tracks.append(third)
    #expect(list.heard == [" a", " b", " c"])
    first.title = "A"
    #expect(list.heard.last == "a A" && list.heard.count == 4)
    album.tracks.removeLast(2)
    first.title = "B"
    #expect(list.heard.last == "A B", "it is in the array once more")
  }

  @Test("the token, the controller, or the death of a side ends all")
  func ends() {
    album.tracks = [first, second]
    let token = list.show(album)
    token.cancel()
    #expect(first.activeRegistrations.isEmpty && second.activeRegistrations.isEmpty)
    list.show(album)
    list.kvoController.unobserve(album)
    #expect(first.activeRegistrations.isEmpty && album.activeRegistrations.isEmpty)
    do {
      let short = List()
      short.show(album)
      #expect(first.activeRegistrations.count == 1)
    }
    #expect(first.activeRegistrations.isEmpty)
    do {
      let brief = Album()
      brief.tracks = [first]
      KVOController(observer: list, retention: .lifetimeBound).observe(brief, each: \.$tracks, \.$title) { _, _, _ in }
      list.kvoControllerLifetimeBound.observe(brief, each: \.$tracks, \.$title) { _, _, _ in }
      #expect(first.activeRegistrations.count == 1)
    }
    #expect(first.activeRegistrations.isEmpty)
  }

  @Test("elements are not kept alive, and one at the address of another is observed")
  func elementsDie() {
    list.show(album)
    for number in 0..<100 {
      weak let left = { () -> Track in
        let track = Track("\(number)")
        album.tracks = [track]
        track.title = "x"
        return track
      }()
      album.tracks = []
      #expect(left == nil)
    }
    #expect(list.heard.count == 100)
  }

  @Test("an element at the address of one that left in silence and was deallocated is observed")
  func sameAddress() {
    list.show(album)
    var found = 0
    for _ in 0..<20 {
      let gone = { () -> ObjectIdentifier in
        let track = Track("")
        album.tracks = [track]
        return ObjectIdentifier(track)
      }()
      album.removeAllInSilence()
      var others: [Track] = []
      while others.count < 1000 {
        let track = Track("")
        others.append(track)
        if ObjectIdentifier(track) == gone { break }
      }
      guard let again = others.last, ObjectIdentifier(again) == gone else { continue }
      found += 1
      album.tracks = [again]
      again.title = "x"
      #expect(list.heard.count == found)
    }
    #expect(found > 0 || isSanitized)
  }

  @Test("paths: to the array, and from an element through nil")
  func paths() {
    let box = Box(album)
    list.kvoController.observe(box, each: \.$album.$tracks, \.$title) { list, _, change in
      list.heard.append(change.value)
    }
    list.kvoController.observe(album, each: \.$tracks, \.$next.$title) { list, _, change in
      list.heard.append("next \(change.value ?? "nil")")
    }
    album.tracks = [first]
    first.next = second
    second.title = "B"
    first.title = "A"
    #expect(list.heard == ["next b", "next B", "A"])
    box.album = Album()
    first.title = "gone"
    #expect(list.heard.count == 3)
    list.kvoController.observe(nil as Album?, each: \.$tracks, \.$title) { _, _, _ in Issue.record("no object") }
  }

  @Test("a handler may change the array, also in the call of .initial")
  func nested() {
    list.kvoController.observe(album, each: \.$tracks, \.$title, options: .initial) { [third] list, track, change in
      list.heard.append(change.value)
      guard let album = list.album else { return }
      if change.value == "a" { album.tracks = [third] }
      if change.value == "x" { album.tracks = [] }
    }
    list.album = album
    album.tracks = [first, second]
    #expect(list.heard == ["a", "c"])
    (first.title, second.title) = ("gone", "gone")
    #expect(list.heard == ["a", "c"] && second.activeRegistrations.isEmpty)
    third.title = "x"
    third.title = "y"
    #expect(list.heard == ["a", "c", "x"])
  }

  /// The same numbers in each run.
  struct Numbers: RandomNumberGenerator {
    private var state: UInt64 = 7
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 33)
    }
  }

  @Test("many handlers and random edits: always the elements that are in the array, each once")
  func random() {
    var random = Numbers()
    let tracks = (0..<8).map { Track("\($0)") }
    list.show(album)
    for step in 0..<2000 {
      let array = album.mutableArray(\.$tracks)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        array.insert(tracks.randomElement(using: &random)!, at: Int.random(in: 0...album.tracks.count, using: &random))
      case 1 where !album.tracks.isEmpty: array.remove(at: Int.random(in: 0..<album.tracks.count, using: &random))
      case 2 where !album.tracks.isEmpty:
        array[Int.random(in: 0..<album.tracks.count, using: &random)] = tracks.randomElement(using: &random)!
      case 3: album.tracks.shuffle(using: &random)
      case 4 where album.tracks.count > 6: album.tracks.removeFirst(3)
      default: break
      }
      list.heard = []
      for track in tracks { track.title = "\(step)" }
      #expect(list.heard.count == Set(album.tracks.map(ObjectIdentifier.init)).count)
    }
  }
}

import Foundation
import RawObserving
import Testing

private struct Position: Hashable {
  var x = 0
  var y = 0
}

private final class Track: KeyValueObject {
  @Observed var title = "Prelude"
  @Observed var seconds = 60
  @Observed var loudness = 0.5
  @Observed var isLiked = false
  @Observed var artist: String?
  @Observed var album: Node?
  @Observed var position = Position()
  @Observed var tags: [String] = []
  @Observed var remark: Any?
  @Observed var nested: Int??
  var plain = 0
}

@Suite("Reading and writing by key", .watched)
struct CodingTests {
  @Test("what is set by key is read by key and by property")
  func roundTrip() {
    let track = Track()
    let values: [(key: String, value: AnyHashable)] = [
      ("title", "Fugue"), ("seconds", Int.min), ("loudness", 0.25), ("isLiked", true),
      ("artist", "Anna"), ("position", Position(x: 1, y: 2)), ("tags", ["old"]),
    ]
    for (key, value) in values {
      track.setValue(value.base, forKey: key)
      #expect(track.value(forKey: key) as? AnyHashable == value)
    }
    #expect(track.title == "Fugue")
    #expect(track.seconds == Int.min)
    #expect(track.loudness == 0.25)
    #expect(track.isLiked)
    #expect(track.artist == "Anna")
    #expect(track.position == Position(x: 1, y: 2))
    #expect(track.tags == ["old"])
  }

  @Test("an object is stored by reference, and let go when it is replaced")
  func reference() {
    let track = Track()
    weak var probe: Node?
    do {
      let album = Node()
      probe = album
      track.setValue(album, forKey: "album")
      #expect(track.album === album)
      #expect(track.value(forKey: "album") as? Node === album)
    }
    #expect(probe != nil)
    track.setValue(nil, forKey: "album")
    #expect(probe == nil)
  }

  @Test("nil, null and an optional without a value all set nil, and nil is read")
  func null() {
    let track = Track()
    for null: Any? in [nil, KeyValueNull.null, String?.none as Any] {
      track.artist = "Anna"
      track.setValue(null, forKey: "artist")
      #expect(track.artist == nil)
      #expect(track.value(forKey: "artist") == nil)
    }
  }

  @Test("an optional of any depth reads as its value or as nil")
  func depth() {
    let track = Track()
    track.nested = .some(.some(3))
    #expect(track.value(forKey: "nested") as? Int == 3)
    track.nested = .some(.none)
    #expect(track.value(forKey: "nested") == nil)
    track.remark = "fine"
    #expect(track.value(forKey: "remark") as? String == "fine")
    track.remark = Int?.none as Any
    #expect(track.value(forKey: "remark") == nil)
  }

  @Test("a set by key notifies once, with both values")
  func notifies() {
    let track = Track()
    let recorder = Recorder(observing: track, "seconds", [.new, .old, .prior])
    track.setValue(61, forKey: "seconds")
    #expect(recorder.heard == [Heard("seconds", old: 60, isPrior: true), Heard("seconds", new: 61, old: 60)])
    track.removeObserver(recorder, forKeyPath: "seconds")
  }

  @Test(
    "a set by key tells what a set by the property tells: it goes the setter's way",
    arguments: ["text", "child", "number", "quiet"])
  func settersWay(key: String) {
    func told(_ set: (LabelledNode, Node) -> Void) -> [Heard] {
      let (node, child) = (LabelledNode(), LabelledNode())
      let recorder = Recorder()
      let paths = ["text", "child", "number", "quiet", "banner", "child.text", "childLabel", "childOrText"]
      for path in paths {
        node.addObserver(recorder, forKeyPath: path, options: [.new, .prior])
        node.addObserver(recorder, forKeyPath: path, options: .old)
      }
      set(node, child)
      for path in paths + paths { node.removeObserver(recorder, forKeyPath: path) }
      return recorder.heard.map { heard in
        // Each run has a child of its own.
        heard.new is ObjectIdentifier ? Heard(heard.keyPath, new: "child") : heard
      }
    }
    let byProperty = told { node, child in
      switch key {
      case "text": node.text = "a"
      case "child": node.child = child
      case "number": node.number = 1
      default: node.quiet = "a"
      }
    }
    func value(_ child: Node) -> Any {
      ["text": "a", "child": child, "number": 1, "quiet": "a"][key]!
    }
    #expect(told { $0.setValue(value($1), forKey: key) } == byProperty)
    #expect(told { $0.setValue(value($1), forKeyPath: key) } == byProperty)
    #expect(byProperty.isEmpty == (key == "quiet"))
  }

  @Test("a set by key does not call willChangeValue and didChangeValue, and neither does the setter")
  func overriddenAnnouncements() {
    final class Strict: Node {
      private(set) var announced: [String] = []
      override func willChangeValue(forKey key: String) {
        announced.append("will \(key)")
        super.willChangeValue(forKey: key)
      }
      override func didChangeValue(forKey key: String) {
        super.didChangeValue(forKey: key)
        announced.append("did \(key)")
      }
    }
    let strict = Strict()
    let heard = strict.heard("number", []) {
      strict.number = 1
      strict.number += 1
      strict.setValue(3, forKey: "number")
    }
    #expect(heard.count == 3 && strict.announced.isEmpty)
    _ = strict.heard("number", []) { strict.changing(\.$number) {} }
    #expect(strict.announced == ["will number", "did number"])
  }

  @Test("a class may answer for more keys, and its announcements then carry them")
  func overridden() {
    final class Sensor: KeyValueObject {
      private var celsius = 20

      override func value(forKey key: String) -> Any? {
        key == "celsius" ? celsius : super.value(forKey: key)
      }

      func heat() {
        willChangeValue(forKey: "celsius")
        celsius += 1
        didChangeValue(forKey: "celsius")
      }
    }
    let sensor = Sensor()
    let recorder = Recorder(observing: sensor, "celsius", [.initial, .new, .old])
    sensor.heat()
    #expect(recorder.heard == [Heard("celsius", new: 20), Heard("celsius", new: 21, old: 20)])
    sensor.removeObserver(recorder, forKeyPath: "celsius")
  }

  // MARK: What raises

  @Test("reading an unknown key raises, and so does a property without the wrapper")
  func unknownKey() async {
    let misspelt = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { _ = Track().value(forKey: "tittle") }
    expectDeath(
      misspelt, of: "NSUnknownKeyException",
      """
      [<Track 0x…> valueForUndefinedKey:]: this class is not key value coding-compliant for the \
      key tittle.
      """)
    let plain = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { _ = Track().value(forKey: "plain") }
    expectDeath(
      plain, of: "NSUnknownKeyException",
      """
      [<Track 0x…> valueForUndefinedKey:]: this class is not key value coding-compliant for the \
      key plain.
      """)
  }
}

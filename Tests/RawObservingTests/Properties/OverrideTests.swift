import RawObserving
import Testing

/// It hears of its own number, and keeps it in bounds.
private final class Volume: Node {
  private(set) var sets: [Int] = []

  override var number: Int {
    get { super.number }
    set { super.number = min(newValue, 10) }
  }

  override var text: String? {
    didSet { sets.append(text?.count ?? -1) }
  }
}

/// It shows its text in capitals.
private final class Poster: Node {
  override var text: String? {
    get { super.text?.uppercased() }
    set { super.text = newValue }
  }
}

/// It counts how often it is asked for its computed keys.
private class Room: KeyValueObject {
  static let asked = Locked<[String]>([])
  @Observed var width = 2
  @Observed var height = 3
  var area: Int { width * width }

  override class var computedKeys: [ComputedKey] {
    let name = "\(self)"
    asked.withLock { $0.append(name) }
    return super.computedKeys + [ComputedKey("area", \Room.area, dependsOn: \.$width)]
  }
}

@Suite("Subclasses that override what is observed", .watched)
struct OverrideTests {
  @Test("an overridden setter decides what is stored, and is one change with what it stored")
  func setter() {
    let volume = Volume()
    let heard = volume.heard("number", [.new, .old, .prior]) {
      volume.number = 5
      volume.number = 50
      (volume as Node).number += 1
      volume.child = volume
      volume.setValue(7, forKeyPath: "child.number")  // which writes the storage
      volume.child = nil
    }
    #expect(
      heard == [
        Heard("number", old: 0, isPrior: true), Heard("number", new: 5, old: 0),
        Heard("number", old: 5, isPrior: true), Heard("number", new: 10, old: 5),
        Heard("number", old: 10, isPrior: true), Heard("number", new: 10, old: 10),
        Heard("number", old: 10, isPrior: true), Heard("number", new: 7, old: 10),
      ])
  }

  @Test("a didSet in a subclass runs once for each set, after one call")
  func didSet() {
    let volume = Volume()
    let heard = volume.heard("text") {
      volume.text = "abc"
      volume.text = nil
    }
    #expect(volume.sets == [3, -1])
    #expect(heard == [Heard("text", new: "abc", old: null), Heard("text", new: null, old: "abc")])
  }

  @Test("an overridden getter is for those who use the property: by name, the stored value is read")
  func getter() {
    let poster = Poster()
    let heard = poster.heard("text") { poster.text = "a" }
    #expect(poster.text == "A")
    #expect(poster.value(forKey: "text") as? String == "a")
    #expect(heard == [Heard("text", new: "a", old: null)])
  }

  @Test("a subclass's own computed key replaces the inherited one of the same name")
  func computedKey() {
    final class Hall: Room {
      var wallArea: Int { height * width }
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("area", \Hall.wallArea, dependsOn: \.$height)]
      }
    }
    let hall = Hall()
    let heard = hall.heard("area") {
      hall.width = 4
      hall.height = 5
    }
    #expect(heard == [Heard("area", new: 20, old: 12)])
    let room = Room()
    #expect(room.heard("area") { room.width = 3 } == [Heard("area", new: 9, old: 4)])
  }

  @Test("an override that names other inputs takes the place of what a computed key declares")
  func otherInputs() {
    final class Hall: Room {
      override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        key == "area" ? ["height"] : super.keyPathsForValuesAffectingValue(forKey: key)
      }
    }
    let hall = Hall()
    #expect(hall.heard("area", []) { hall.width = 4 } == [])
    #expect(hall.heard("area", []) { hall.height = 5 } == [Heard("area")])
  }

  @Test("computedKeys is asked once for each class")
  func askedOnce() {
    final class Attic: Room {}
    final class Cellar: Room {}
    for room in [Attic(), Attic(), Cellar(), Cellar()] {
      let heard = room.heard("area", [.initial, .new]) { room.width = 3 }
      #expect(heard.map(\.new) == [4, 9])
      #expect(room.value(forKey: "area") as? Int == 9)
    }
    #expect(Room.asked.withLock { $0 }.filter { ["Attic", "Cellar"].contains($0) } == ["Attic", "Cellar"])
  }

  @Test("a class that answers for a stored key itself is asked by hand, and not by its setter")
  func answersForStored() {
    final class Answering: Node {
      override func value(forKey key: String) -> Any? {
        switch key {
        case "number": number * 100
        case "tally": tally * 100
        default: super.value(forKey: key)
        }
      }
    }
    let answering = Answering()
    #expect(answering.heard("tally") { answering.bump() } == [Heard("tally", new: 100, old: 0)])
    let heard = answering.heard("number", [.initial, .new]) { answering.number = 1 }
    #expect(heard == [Heard("number", new: 0), Heard("number", new: 1)])
  }

  // On Apple's systems the automatic setter calls them.
  @Test("overrides of willChangeValue and didChangeValue are not called by an automatic set")
  func announcing() {
    final class Announcing: Node {
      var announced: [String] = []
      override func willChangeValue(forKey key: String) {
        announced.append("will \(key)")
        super.willChangeValue(forKey: key)
      }
      override func didChangeValue(forKey key: String) {
        announced.append("did \(key)")
        super.didChangeValue(forKey: key)
      }
    }
    let announcing = Announcing()
    let heard = announcing.heard("number", .new) {
      announcing.number = 1
      announcing.number += 1
      announcing.setValue(3, forKey: "number")
    }
    #expect(heard.map(\.new) == [1, 2, 3])
    #expect(announcing.announced == [])
    announcing.bump()
    #expect(announcing.announced == ["will tally", "did tally"])
  }

  // On Apple's systems the path calls them, with the object on the path.
  @Test("a path registers at the object in its middle without calling an override of addObserver or removeObserver")
  func registering() {
    final class Registrar: Node {
      var asked: [String] = []
      override func addObserver(
        _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer? = nil
      ) {
        asked.append("add \(keyPath)")
        super.addObserver(observer, forKeyPath: keyPath, options: options, context: context)
      }
      override func removeObserver(_ observer: KeyValueObject, forKeyPath keyPath: String) {
        asked.append("remove \(keyPath)")
        super.removeObserver(observer, forKeyPath: keyPath)
      }
    }
    let (node, registrar) = (Node(), Registrar())
    node.child = registrar
    let heard = node.heard("child.number", .new) {
      registrar.number = 1
      node.child = nil
      node.child = registrar
    }
    #expect(heard == [1, null, 1].map { Heard("child.number", new: $0) })
    #expect(registrar.asked == [])
    #expect(registrar.heard("number", .new) { registrar.number = 2 } == [Heard("number", new: 2)])
    #expect(registrar.asked == ["add number", "remove number"])
  }
}

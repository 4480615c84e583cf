import Foundation
import Testing

@testable import RawObserving

private protocol Guide: KeyValueObject {
  var name: String { get }
}

private protocol Speaker: AnyObject {}

private class Walker: KeyValueObject, Guide {
  @Observed var name = "walker"
}

private final class Ranger: Walker, Speaker {}

private final class Parrot: Speaker {}

private final class Tour: KeyValueObject {
  @ObservedWeak var guide: (any Guide)?
  @ObservedWeak var speaker: (any Speaker)?
  @ObservedWeak var anyObject: AnyObject?
  @ObservedWeak var both: (any Guide & Speaker)?
  @ObservedWeak var object: KeyValueObject?
  @ObservedWeak var walker: Walker? = nil

  var guideName: String? { guide?.name }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("guideName", \Tour.guideName, dependsOn: \.$guide)]
  }
}

@Suite("An observed weak property of a protocol's type", .watched)
struct WeakProtocolTests {
  private let tour = Tour()

  @Test("a path through it, and a key that depends on it, follow")
  func paths() {
    let recorder = Recorder()
    for path in ["guide.name", "guideName"] {
      tour.addObserver(recorder, forKeyPath: path, options: .new)
    }
    var walker: Walker? = Walker()
    tour.guide = walker
    #expect(tour.guide === walker)
    walker?.name = "Ada"
    walker = nil
    #expect(tour.guide == nil)
    #expect(recorder.heard.filter { $0.keyPath == "guide.name" }.map(\.new) == ["walker", "Ada", null])
    #expect(recorder.heard.filter { $0.keyPath == "guideName" }.map(\.new) == ["walker", null])
    for path in ["guide.name", "guideName"] { tour.removeObserver(recorder, forKeyPath: path) }
  }

  @Test("a protocol that any class may have, AnyObject, and two protocols hold a KeyValueObject")
  func wider() {
    var ranger: Ranger? = Ranger()
    let recorder = Recorder()
    let keys = ["speaker", "anyObject", "both", "object", "walker"]
    for key in keys { tour.addObserver(recorder, forKeyPath: key, options: .new) }
    tour.speaker = ranger
    tour.anyObject = ranger
    tour.both = ranger
    tour.object = ranger
    tour.walker = ranger
    #expect(recorder.heard.map(\.keyPath) == keys)
    #expect(tour.speaker === ranger && tour.anyObject === ranger && tour.both === ranger)
    ranger = nil
    #expect(recorder.calls == 10)
    #expect(Set(recorder.heard.suffix(5)) == Set(keys.map { Heard($0, new: null) }))
    for key in keys { tour.removeObserver(recorder, forKeyPath: key) }
  }

  @Test("by name it takes what is of its type, nil, and nothing else")
  func byName() throws {
    let (walker, ranger) = (Walker(), Ranger())
    tour.setValue(walker, forKey: "guide")
    #expect(tour.guide === walker && tour.value(forKey: "guide") as? Walker === walker)
    tour.setValue(ranger, forKey: "both")
    #expect(tour.both === ranger)
    for null: Any? in [nil, KeyValueNull.null, Walker?.none as Any] {
      tour.guide = walker
      tour.setValue(null, forKey: "guide")
      #expect(tour.guide == nil)
    }
    for (key, wrong) in [("both", walker), ("walker", KeyValueObject()), ("guide", tour)] {
      let violation = #expect(throws: Violation.self) { try tour.setCodedValue(wrong, forKey: key) }
      #expect(violation?.id.exception == nil)
      #expect(violation?.reason.contains("the key \(key) holds Optional<") == true)
    }
    for wrong: Any in [Parrot(), 1, "a"] {
      #expect(throws: Violation.self) { try tour.setCodedValue(wrong, forKey: "speaker") }
    }
  }

  enum Way: String, CaseIterable, Codable, Sendable { case set, initialValue, storedValue }

  private final class Late: KeyValueObject {
    @ObservedWeak var speaker: (any Speaker)?
    init(_ speaker: any Speaker) { _speaker = ObservedWeak(wrappedValue: speaker) }
    func store(_ speaker: any Speaker) { _speaker.storedValue = speaker }
  }

  @Test("an object that is no KeyValueObject ends the process; the message says what to do", arguments: Way.allCases)
  func otherObject(way: Way) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [way] in
      let parrot = Parrot()
      switch way {
      case .set: Tour().speaker = parrot
      case .initialValue: _ = Late(parrot)
      case .storedValue: Late(Ranger()).store(parrot)
      }
    }
    expectDeath(
      result,
      """
      @ObservedWeak cannot hold an instance of Parrot, because only a KeyValueObject tells of its \
      death. Inherit from KeyValueObject; declare a protocol with ": KeyValueObject".
      """)
  }
}

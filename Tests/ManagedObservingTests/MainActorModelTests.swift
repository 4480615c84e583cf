import ManagedObserving
import RawObserving
import Testing

/// The page "Threads and isolation": a model that is isolated to the main actor, with a computed key.
@Suite("A model on the main actor", .watched) struct MainActorModelTests {
  // snippet.model
  @MainActor final class Person: KeyValueObject {
    @Observed nonisolated var first = ""
    @Observed var note = ""

    nonisolated var greeting: String { "Hello " + first }
    nonisolated var greetingProperty: Property<String> { computed(\Person.greeting) }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("greeting", \Person.greeting)]
    }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
      key == "greeting" ? ["first"] : super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }
  // snippet.end

  /// Observes itself from its initializer, which has a parameter.
  @MainActor final class AlarmModel: KeyValueObject {
    @Observed var hour = 7
    private(set) var text = ""

    init(hour: Int) {
      super.init()
      kvoControllerLifetimeBound.observe(self, \.$hour) { alarm, _, change in alarm.text = "\(change.value)" }
      self.hour = hour
    }
  }

  @MainActor @Test("an initializer with a parameter observes, and nothing leaks")
  func observesInItsInitializer() {
    var model: AlarmModel? = AlarmModel(hour: 8)
    #expect(model?.text == "8")
    model?.hour = 9
    #expect(model?.text == "9")
    weak let living = model
    model = nil
    #expect(living == nil)
  }

  @MainActor final class Label {
    var text = ""
    private(set) lazy var controller = KVOController(observer: self)
  }

  @MainActor @Test("its properties and its computed keys are observed on the main actor")
  func model() {
    let (person, label) = (Person(), Label())
    label.controller.observe(person, \.greetingProperty) { label, _, change in label.text = change.value }
    person.first = "Ada"
    #expect(label.text == "Hello Ada")
    label.controller.observe(person, \.$note) { label, _, change in label.text = change.value }
    person.note = "mathematician"
    #expect(label.text == "mathematician")
  }
}

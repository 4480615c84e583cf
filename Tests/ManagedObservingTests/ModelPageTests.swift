import Foundation
import ManagedObserving
import Observation
import RawObserving
import TestSupport
import Testing

/// The code of the pages "Beside Observation, SwiftUI and Codable" and "Find out what is observed".
@Suite("The pages on models and on debugging", .watched) struct ModelPageTests {
  final class Clock: KeyValueObject {
    @Observed var date = 0
  }

  final class ClockView: KeyValueObject {
    var text = ""
  }

  // snippet.mirror
  /// What a SwiftUI view reads of a clock.
  @MainActor @Observable final class ClockModel {
    private(set) var date = 0
    @ObservationIgnored private let clock: Clock
    @ObservationIgnored private lazy var controller = KVOController(observer: self)

    init(_ clock: Clock) {
      self.clock = clock
      controller.observe(clock, \.$date, latestOn: .shared) { model, date in model.date = date }
    }

    func set(_ date: Int) { clock.date = date }
  }
  // snippet.end

  @Test("an observable class mirrors a property, and sets it")
  @MainActor func mirror() async {
    let clock = Clock()
    clock.date = 5
    var model: ClockModel? = ClockModel(clock)
    weak let left = model
    #expect(model?.date == 5)
    let changes = Locked(0)
    withObservationTracking {
      _ = model?.date
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    model?.set(6)
    await clock.waitForDeliveries()
    #expect(model?.date == 6 && changes.withLock { $0 } == 1)
    model = nil
    #expect(left == nil && clock.activeRegistrations.isEmpty)
  }

  // snippet.binding
  /// Keeps two properties equal, whichever of them is set.
  func bind<One: KeyValueObject, Other: KeyValueObject, Value: Equatable>(
    _ one: One, _ property: KeyPath<One, Property<Value>>, to other: Other,
    _ otherProperty: KeyPath<Other, Property<Value>>
  ) {
    one[property] = other[otherProperty]
    one.kvoControllerLifetimeBound.observe(other, otherProperty, duplicates: .add) { one, other, change in
      if one[property] != change.value { one[property] = change.value }
    }
    other.kvoControllerLifetimeBound.observe(one, property, duplicates: .add) { other, one, change in
      if other[otherProperty] != change.value { other[otherProperty] = change.value }
    }
  }
  // snippet.end

  final class Field: KeyValueObject {
    @Observed var number = 0
  }

  @Test("two properties are bound to each other, and neither object is kept alive")
  func binding() {
    let clock = Clock()
    var field: Field? = Field()
    weak let left = field
    clock.date = 3
    field.map { bind($0, \.$number, to: clock, \.$date) }
    #expect(field?.number == 3)
    field?.number = 4
    clock.date += 1
    #expect(field?.number == 5 && clock.date == 5)
    field = nil
    #expect(left == nil && clock.activeRegistrations.isEmpty)
  }

  // snippet.codable
  final class Settings: KeyValueObject, Codable {
    @Observed var name = ""
    @Observed var volume = 5

    private enum CodingKeys: CodingKey { case name, volume }

    override init() { super.init() }

    init(from decoder: any Decoder) throws {
      super.init()
      let values = try decoder.container(keyedBy: CodingKeys.self)
      name = try values.decode(String.self, forKey: .name)
      volume = try values.decode(Int.self, forKey: .volume)
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(name, forKey: .name)
      try values.encode(volume, forKey: .volume)
    }
  }
  // snippet.end

  @Test("settings are encoded and decoded")
  func codable() throws {
    let settings = Settings()
    settings.name = "Ada"
    let copy = try JSONDecoder().decode(Settings.self, from: JSONEncoder().encode(settings))
    #expect(copy.name == "Ada" && copy.volume == 5)
  }

  // MARK: Debugging

  @Test("each list names what is observed, by which object, and from which line")
  func lists() {
    let (clock, view) = (Clock(), ClockView())
    view.kvoController.observe(clock, \.$date) { view, _, change in view.text = "\(change.value)" }
    var log: [String] = []
    // snippet.places
    for observation in clock.activeObservations {
      log.append("\(observation.keyPath), at \(observation.place)")
    }
    // snippet.end
    #expect(log == ["date, at \(#fileID):\(#line - 7)"])
    // snippet.registrations
    log = clock.activeRegistrations.map { "\($0.keyPath) \($0.isForOthers)" }
    // snippet.end
    #expect(log == ["date true"])
    #expect(view.kvoController.debugDescription.hasSuffix(", block"))
  }
}

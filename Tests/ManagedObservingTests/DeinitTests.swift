import ManagedObserving
import RawObserving
import Testing

/// Sets its properties in its deinit.
private final class Model: KeyValueObject {
  final class Part: KeyValueObject { @Observed var value = 0 }

  @Observed var value = 0
  @Observed var part: Part? = Part()
  var next: Int { value + 1 }
  var nextProperty: Property<Int> { computed(\.next) }

  override class var computedKeys: [ComputedKey] {
    [ComputedKey("next", \Model.next, dependsOn: \.$value)]
  }

  deinit {
    value = 7
    part = nil
  }
}

private final class View: KeyValueObject {}

@Suite("What a deinit sets", .watched) struct DeinitTests {
  @Test("observers of a property, of one that depends on it, and of a path are called for what the deinit sets")
  func told() {
    let view = View()
    var heard: [String] = []
    do {
      let model = Model()
      let controller = view.kvoControllerLifetimeBound
      controller.observe(model, \.$value) { _, _, change in heard.append("value \(change.value)") }
      controller.observe(model, \.nextProperty) { _, _, change in heard.append("next \(change.value)") }
      controller.observe(model, \.$part.$value) { _, _, change in heard.append("path \(change.value as Any)") }
    }
    #expect(heard.sorted() == ["next 8", "path nil", "value 7"])
  }
}

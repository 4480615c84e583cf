import Foundation
import ManagedObserving
import RawObserving
import Testing

/// What the original controller does: observing, in all of its forms.
///
/// The reference is a plain observer beside the controller, with the same options, registered first.
@Suite("KVO-FBK observing", .watched) struct FBKTests {
  private let thermostat = Thermostat()
  private let view = ClockView()
  private let reference = ClockView()
  private let controller: KVOController<ClockView>

  init() {
    controller = KVOController(observer: view)
  }

  /// What the reference was told, as a closure or an action of the controller is told it.
  private var referenceWithKeyPath: [Call] {
    reference.callbacks.map { $0.insideAChange }
  }

  private func addReference(
    _ options: KeyValueObservingOptions, context: UnsafeMutableRawPointer? = nil
  ) {
    thermostat.addObserver(reference, forKeyPath: "target", options: options, context: context)
  }

  private func removeReference(context: UnsafeMutableRawPointer? = nil) {
    thermostat.removeObserver(reference, forKeyPath: "target", context: context)
  }

  @Test("KVO-FBK-01 the debug description names the class")
  func debugDescription() {
    for keyPath in ["target", "actual"] {
      controller.observe(
        thermostat, keyPath: keyPath, options: [.new, .old, .initial, .prior],
        context: someContext)
    }
    #expect(controller.debugDescription.contains("KVOController"))
  }

  @Test("KVO-FBK-02 a closure hears what a plain observer hears, and the key path")
  func closure() {
    var calls: [Call] = []
    var observers: [ClockView] = []
    addReference([.new, .old, .initial])
    controller.observe(thermostat, keyPath: "target", options: [.new, .old, .initial]) {
      view, thermostat, change in
      observers.append(view)
      calls.append(Call(thermostat, change))
    }
    #expect(calls.count == 1)
    thermostat.target = 1
    #expect(calls.count == 2)
    #expect(calls == referenceWithKeyPath)
    #expect(observers.allSatisfy { $0 === view })
    removeReference()
  }

  @Test("KVO-FBK-03 the standard callback, without options")
  func contextWithoutOptions() {
    addReference([], context: someContext)
    controller.observe(thermostat, keyPath: "target", context: someContext)
    thermostat.target = 1
    #expect(view.callbacks.count == 1)
    #expect(view.callbacks == reference.callbacks)
    removeReference(context: someContext)
  }

  @Test("KVO-FBK-04 the standard callback, with all options")
  func contextWithAllOptions() {
    thermostat.target = 1
    addReference([.new, .old, .initial, .prior], context: someContext)
    controller.observe(
      thermostat, keyPath: "target", options: [.new, .old, .initial, .prior], context: someContext)
    #expect(view.callbacks.count == 1)
    #expect(view.callbacks == reference.callbacks)
    thermostat.target = 2
    #expect(view.callbacks.count == 3, "the initial call, the one before and the one after")
    #expect(view.callbacks == reference.callbacks)
    removeReference(context: someContext)
  }

  // A list of key paths that is nil does not compile.
  @Test("KVO-FBK-05 a closure for an empty list of key paths raises")
  func closureWithoutKeyPaths() async {
    let ending = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let nothing: Thermostat? = nil
      KVOController<ClockView>(observer: nil).observe(nothing, keyPaths: []) { _, _, _ in }
    }
    #expect(ending.raised("NSInvalidArgumentException", "list of key paths is empty"))
    #expect(ending.raised("-[KVOController observe:keyPaths:options:block:]"))
  }

  @Test("KVO-FBK-07 a closure for a nil object does nothing")
  func closureWithoutObject() {
    var calls = 0
    let nothing: Thermostat? = nil
    controller.observe(nothing, keyPaths: ["target", "actual"], options: .initial) {
      _, _, _ in calls += 1
    }
    #expect(calls == 0)
    #expect(!controller.debugDescription.contains("target"))
  }

  // Several key paths have one form here, with a closure. The standard callback takes a call for each key path. An
  // action is a closure here that calls the method; one that is nil does not compile.
  @Test("KVO-FBK-08 an action for an empty key path raises")
  func actionWithoutKeyPath() async {
    let ending = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController<ClockView>(observer: nil).observe(
        nil as Thermostat?, keyPath: ""
      ) { $0.valueDidChange($2) }
    }
    #expect(ending.raised("NSInvalidArgumentException", "a key path is empty"))
    #expect(ending.raised("-[KVOController observe:keyPath:options:block:]"))
  }

  @Test("each form names itself where a key path is missing: for several, and for one")
  func formsNameThemselves() async {
    let several = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController<ClockView>(observer: nil).observe(Thermostat(), keyPaths: []) { _, _, _ in }
    }
    #expect(
      several.raised(
        "reason: '-[KVOController observe:keyPaths:options:block:]: the list of key paths is "
          + "empty. Name at least one.'"))
    let emptyAmongSeveral = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController<ClockView>(observer: nil).observe(Thermostat(), keyPaths: ["target", ""]) {
        _, _, _ in
      }
    }
    #expect(
      emptyAmongSeveral.raised("-[KVOController observe:keyPaths:options:block:]: a key path is"))
    let block = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController<ClockView>(observer: nil).observe(Thermostat(), keyPath: "") { _, _, _ in }
    }
    #expect(block.raised("-[KVOController observe:keyPath:options:block:]: a key path is empty"))
    let context = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController<ClockView>(observer: nil).observe(Thermostat(), keyPath: "", context: nil)
    }
    #expect(
      context.raised("-[KVOController observe:keyPath:options:context:]: a key path is empty"))
  }

  @Test("KVO-FBK-09 an action for several key paths is called for each of them")
  func actionForSeveralKeyPaths() {
    for keyPath in ["target", "actual"] {
      controller.observe(
        thermostat, keyPath: keyPath, options: .new
      ) { $0.valueDidChange($2) }
    }
    thermostat.target = 1
    thermostat.actual = 1
    #expect(view.actions.count == 2)
  }

  @Test("KVO-FBK-10 the standard callback for a nil object does nothing")
  func contextWithoutObject() {
    for keyPath in ["target", "actual"] {
      controller.observe(nil, keyPath: keyPath, options: .initial, context: someContext)
    }
    #expect(view.callbacks.isEmpty)
    #expect(!controller.debugDescription.contains("target"))
  }

  // A method that needs nothing of the change takes it all the same.
  @Test("KVO-FBK-12 an action")
  func action() {
    addReference([.new, .old, .initial])
    controller.observe(
      thermostat, keyPath: "target", options: [.new, .old, .initial]
    ) { $0.valueDidChange($2) }
    #expect(view.actions.count == 1)
    thermostat.target = 1
    #expect(view.actions.count == 2)
    #expect(view.actions == referenceWithKeyPath.map(\.change))
    removeReference()
  }

  // An action takes the change alone. A closure passes the object on.
  @Test("KVO-FBK-13 a method that takes the change and the object")
  func actionWithChangeAndObject() {
    var calls: [Call] = []
    addReference([.new, .old, .initial])
    controller.observe(thermostat, keyPath: "target", options: [.new, .old, .initial]) {
      view, thermostat, change in
      view.valueDidChange(change)
      calls.append(Call(thermostat, change))
    }
    #expect(calls.count == 1)
    thermostat.target = 2
    #expect(view.actions.count == 2)
    #expect(calls == referenceWithKeyPath)
    removeReference()
  }

  @Test("KVO-FBK-25 a typed key path is checked, from an instance or from the type")
  func checkedKeyPaths() {
    var heard: [String] = []
    controller.observe(thermostat, \.$target) { _, _, change in heard.append(change.keyPath) }
    controller.observe(thermostat, \Thermostat.$actual) { _, _, change in
      heard.append(change.keyPath)
    }
    thermostat.target = 1
    thermostat.actual = 1
    #expect(heard == ["target", "actual"])
  }

  @Test("the value of a typed key path is never evaluated")
  func keyPathIsNotEvaluated() {
    final class Gauge: KeyValueObject {
      nonisolated(unsafe) static var reads = 0
      @Observed var needle: Needle?
      override func value(forKey key: String) -> Any? {
        Self.reads += 1
        return super.value(forKey: key)
      }
    }
    final class Needle: KeyValueObject {
      @Observed var angle = 0
    }
    let gauge = Gauge()
    controller.observe(gauge, \.$needle) { _, _, _ in }
    #expect(Gauge.reads == 0)
    controller.unobserve(gauge, \.$needle)
    #expect(Gauge.reads == 0)
  }
}

extension Call {
  /// The same call as a closure is told it: there is no key path, and no context.
  fileprivate var insideAChange: Call {
    var call = self
    call.keyPath = nil
    call.context = nil
    return call
  }
}

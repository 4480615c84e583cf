import Foundation
import ManagedObserving
import RawObserving
import Testing

/// What the original controller does: observing, in all of its forms.
///
/// The reference is a plain observer beside the controller, with the same options, registered first.
@Suite("KVO-FBK observing") struct FBKTests {
  private let thermostat = Thermostat()
  private let view = ClockView()
  private let reference = ClockView()
  private let controller: KVOController

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
    controller.observe(
      thermostat, keyPaths: ["target", "actual"], options: [.new, .old, .initial, .prior],
      context: someContext)
    #expect(controller.debugDescription.contains("KVOController"))
  }

  @Test("KVO-FBK-02 a closure hears what a plain observer hears, and the key path")
  func closure() {
    var calls: [Call] = []
    var observers: [ClockView] = []
    addReference([.new, .old, .initial])
    controller.observe(thermostat, keyPath: "target", options: [.new, .old, .initial]) {
      (view: ClockView, thermostat: Thermostat, change) in
      observers.append(view)
      calls.append(Call(thermostat, change))
    }
    #expect(calls.count == 1)
    thermostat.target = 1
    #expect(calls.count == 2)
    #expect(calls == referenceWithKeyPath)
    #expect(calls.last?.change[.keyPath] == AnyHashable("target"))
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
      let nobody: Thermostat? = nil
      KVOController(observer: nil).observe(nobody, keyPaths: []) {
        (_: ClockView, _: Thermostat, _) in
      }
    }
    #expect(ending.raised("NSInvalidArgumentException", "list of key paths is empty"))
    #expect(ending.raised("-[KVOController observe:keyPath:options:block:]"))
  }

  @Test("KVO-FBK-07 a closure for a nil object does nothing")
  func closureWithoutObject() {
    var calls = 0
    let nobody: Thermostat? = nil
    controller.observe(nobody, keyPaths: ["target", "actual"], options: .initial) {
      (_: ClockView, _: Thermostat, _) in calls += 1
    }
    #expect(calls == 0)
    #expect(!controller.debugDescription.contains("target"))
  }

  // A list of key paths, or an action, that is nil does not compile.
  @Test("KVO-FBK-08 an action for an empty list of key paths raises")
  func actionWithoutKeyPaths() async {
    let ending = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      KVOController(observer: nil).observe(
        nil, keyPaths: [], action: ClockView.valueDidChange)
    }
    #expect(ending.raised("NSInvalidArgumentException", "list of key paths is empty"))
    #expect(ending.raised("-[KVOController observe:keyPath:options:action:]"))
  }

  @Test("KVO-FBK-09 an action for several key paths hears each of them")
  func actionForSeveralKeyPaths() {
    controller.observe(
      thermostat, keyPaths: ["target", "actual"], options: .new,
      action: ClockView.valueDidChange)
    thermostat.target = 1
    thermostat.actual = 1
    #expect(view.actions.count == 2)
  }

  @Test("KVO-FBK-10 the standard callback for a nil object does nothing")
  func contextWithoutObject() {
    controller.observe(
      nil, keyPaths: ["target", "actual"], options: .initial, context: someContext)
    #expect(view.callbacks.isEmpty)
    #expect(!controller.debugDescription.contains("target"))
  }

  @Test("KVO-FBK-12 an action that takes nothing")
  func actionWithNothing() {
    controller.observe(
      thermostat, keyPath: "target", options: [.new, .old, .initial],
      action: ClockView.valueDidChange)
    #expect(view.actions.count == 1)
    thermostat.target = 1
    #expect(view.actions.count == 2)
  }

  @Test("KVO-FBK-13 an action that takes the change and the object")
  func actionWithChangeAndObject() {
    addReference([.new, .old, .initial])
    controller.observe(
      thermostat, keyPath: "target", options: [.new, .old, .initial],
      action: ClockView.valueChanged(_:of:))
    #expect(view.actions.count == 1)
    thermostat.target = 2
    #expect(view.actions.count == 2)
    #expect(view.actions == referenceWithKeyPath)
    removeReference()
  }

  // "Never evaluated" cannot be had: a typed key path is read once to learn its name.
  @Test("KVO-FBK-25 a typed key path is checked, from an instance or from the type")
  func checkedKeyPaths() {
    var heard: [String] = []
    controller.observe(thermostat, \.target, options: .new) {
      (_: ClockView, _, change) in heard.append(change.keyPath)
    }
    controller.observe(thermostat, \Thermostat.actual, options: .new) {
      (_: ClockView, _, change) in heard.append(change.keyPath)
    }
    thermostat.target = 1
    thermostat.actual = 1
    #expect(heard == ["target", "actual"])
  }
}

extension Call {
  /// The same call as a closure is told it: the key path is inside the change, and there is no context.
  fileprivate var insideAChange: Call {
    var call = self
    call.change[.keyPath] = keyPath
    call.keyPath = nil
    call.context = nil
    return call
  }
}

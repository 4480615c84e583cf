import Foundation
import ManagedObserving
import RawObserving
import Testing

/// What the original controller does: observing, in all of its forms.
///
/// An action is a closure here that calls the method. Several key paths have one form, with a closure. A list of key
/// paths, a closure or an action that is nil does not compile.
@Suite("KVO-FBK observing", .watched) struct FBKTests {
  private let thermostat = Thermostat()
  private let view = ClockView()
  private let controller: KVOController<ClockView>

  init() { controller = KVOController(observer: view) }

  @Test(
    "KVO-FBK-02, 03, 04, 12, 13 a closure, its method and the standard callback get what a plain observer gets",
    arguments: [[], [.new, .old, .initial], [.new, .old, .initial, .prior]] as [KeyValueObservingOptions])
  func sameAsPlain(options: KeyValueObservingOptions) {
    let reference = ClockView()
    let other = KVOController(observer: view)
    var calls: [Call] = []
    thermostat.addObserver(reference, forKeyPath: "target", options: options, context: someContext)
    // Without `self`, which has the controller.
    controller.observe(thermostat, keyPath: "target", options: options) { [expected = view] view, thermostat, change in
      #expect(view === expected)
      view.valueDidChange(change)
      calls.append(Call(thermostat, change, keyPath: "target", context: someContext))
    }
    other.observe(thermostat, keyPath: "target", options: options, context: someContext)
    #expect(calls.count == (options.contains(.initial) ? 1 : 0))
    thermostat.target = 1
    #expect(calls == reference.callbacks && view.callbacks == reference.callbacks)
    #expect(!calls.isEmpty && view.actions == calls.map(\.change))
    thermostat.removeObserver(reference, forKeyPath: "target", context: someContext)
  }

  enum Missing: String, CaseIterable { case list, oneOfSeveral, path, pathOfContext }

  @Test("KVO-FBK-05, 08 each form raises without a key path, and names itself", arguments: Missing.allCases)
  func missingKeyPath(missing: Missing) async {
    let ending = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      [missing = missing.rawValue as String] in
      let (controller, nothing) = (KVOController<ClockView>(observer: nil), nil as Thermostat?)
      switch Missing(rawValue: missing)! {
      case .list: controller.observe(nothing, keyPaths: []) { _, _, _ in }
      case .oneOfSeveral: controller.observe(Thermostat(), keyPaths: ["target", ""]) { _, _, _ in }
      case .path: controller.observe(nothing, keyPath: "") { $0.valueDidChange($2) }
      case .pathOfContext: controller.observe(Thermostat(), keyPath: "", context: nil)
      }
    }
    let message =
      switch missing {
      case .list: "-[KVOController observe:keyPaths:options:block:]: the list of key paths is empty. Name at least one."
      case .oneOfSeveral: "-[KVOController observe:keyPaths:options:block:]: a key path is empty"
      case .path: "-[KVOController observe:keyPath:options:block:]: a key path is empty"
      case .pathOfContext: "-[KVOController observe:keyPath:options:context:]: a key path is empty"
      }
    #expect(ending.raised("NSInvalidArgumentException", "reason: '\(message)"))
  }

  @Test("KVO-FBK-07, 10 a nil object does nothing, in every form, and its tokens are not active")
  @MainActor func nilObject() async {
    let nothing: Thermostat? = nil
    let panel = Panel()
    let shared = KVOController(observer: panel)
    func fail() { Issue.record("called") }
    var tokens = [
      controller.observe(nothing, \.$target, options: .initial) { _, _, _ in fail() },
      controller.observe(nothing, keyPath: "target", options: .initial) { _, _, _ in fail() },
      controller.observe(nothing, keyPath: "target", options: .initial, context: someContext),
      shared.observe(nothing, \.$target, options: .initial, on: .shared) { _, _ in fail() },
      shared.observe(nothing, \.$target, options: .initial, on: .function { $0() }) { panel, _ in panel.show(1) },
    ]
    tokens += controller.observe(nothing, keyPaths: ["target", "actual"], options: .initial) { _, _, _ in fail() }
    for await _ in controller.changes(of: nothing, \.$target) { fail() }
    controller.unobserve(nothing, \.$target)
    await shared.waitForDeliveries()
    for token in tokens { token.cancel() }
    #expect(tokens.count == 7 && !tokens.contains(where: \.isActive))
    #expect(view.callbacks.isEmpty && panel.values.withLock(\.isEmpty))
    #expect(controller.activeObservations.isEmpty && shared.activeObservations.isEmpty)
  }

  @Test("without an observer nothing is called")
  func noObserver() async {
    let without = KVOController<ClockView>(observer: nil)
    #expect(!without.observe(thermostat, \.$target) { _, _, _ in Issue.record("called") }.isActive)
    thermostat.target = 1
    for await _ in without.changes(of: thermostat, \.$target) { Issue.record("called") }
    without.unobserveAll()
  }

  @Test("KVO-FBK-09 a closure for several key paths is called for each of them, and gets the key path")
  func severalKeyPaths() {
    var heard: [String] = []
    controller.observe(thermostat, keyPaths: ["target", "actual"], options: .new) { _, _, change in
      heard.append("\(change.keyPath) \(change.newValue ?? "-")")
    }
    thermostat.target = 1
    thermostat.actual = 2
    #expect(heard == ["target 1.0", "actual 2.0"])
  }

  @Test("KVO-FBK-25 a typed key path is checked, from an instance or from the type")
  func checkedKeyPaths() {
    var heard: [String] = []
    controller.observe(thermostat, \.$target) { _, _, change in heard.append(change.keyPath) }
    controller.observe(thermostat, \Thermostat.$actual) { _, _, change in heard.append(change.keyPath) }
    thermostat.target = 1
    thermostat.actual = 1
    #expect(heard == ["target", "actual"])
  }
}

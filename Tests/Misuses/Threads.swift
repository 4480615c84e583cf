// What must not compile: what would be used on another thread without being made for it. These are errors of
// types; those that follow what is sent where are in Isolation.swift, because Swift looks for them only in a file
// without errors of types.

import ManagedObserving
import RawObserving

final class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var twin: Clock?
}

final class ClockView {
  var text = ""
  func dateDidChange(_ change: Change<Int>) {}
}

@MainActor final class MainView {
  var text = ""
  func twinDidChange(_ change: Change<Clock?>) {}
  func valueDidChange(_ change: KeyValueChange) {}
}

actor Ledger {
  var total = 0
  func dateDidChange(_ change: Change<Int>) {}
}

func misuses(
  _ plain: KVOController<ClockView>, _ controller: KVOController<MainView>,
  _ ledger: KVOController<Ledger>, _ clock: Clock
) {
  // The observer is used on another thread, and is not made for it.
  // error: type 'ClockView' does not conform to the 'Sendable' protocol
  plain.observe(clock, \.$date, on: .function { $0() }) { _, _ in }

  // State of the main actor, touched elsewhere.
  controller.observe(clock, \.$date, on: .function { $0() }) { view, _ in
    // error: main actor-isolated property 'text' can not be mutated from a Sendable closure
    view.text = ""
  }
  controller.observe(clock, \.$date) { view, _, _ in
    // error: main actor-isolated property 'text' can not be mutated from a nonisolated context
    view.text = ""
  }

  // The form for the main actor, called in code that may not be on it.
  // error: call to main actor-isolated instance method 'observe(_:_:options:duplicates:on:file:line:block:)' in a synchronous nonisolated context
  controller.observe(clock, \.$date, on: .shared) { view, _ in view.text = "" }

  // A main-actor method in a closure that is called on any thread, for a change that is not typed.
  controller.observe(clock, keyPath: "date") { view, _, change in
    // error: call to main actor-isolated instance method 'valueDidChange' in a synchronous nonisolated context
    view.valueDidChange(change)
  }

  // Values that cannot be sent.
  // error: type 'Clock' does not conform to the 'Sendable' protocol
  _ = controller.changes(of: clock, \.$twin)
  // error: type 'Clock' does not conform to the 'Sendable' protocol
  controller.observe(clock, \.$twin, on: .function { $0() }) { _, _ in }

  // A closure and a method of an actor, which is no KeyValueObject.
  ledger.observe(clock, \.$date) { ledger, _, change in
    // error: actor-isolated property 'total' can not be mutated from a nonisolated context
    ledger.total += change.value
  }
  // error: call to actor-isolated instance method 'dateDidChange' in a synchronous nonisolated context
  ledger.observe(clock, \.$date) { $0.dateDidChange($2) }
}

@MainActor func misuses(on controller: KVOController<MainView>, _ clock: Clock) {
  // error: type 'Clock' does not conform to the 'Sendable' protocol
  controller.observe(clock, \.$twin, on: .shared) { _, _ in }
  // error: type 'Clock' does not conform to the 'Sendable' protocol
  controller.observe(clock, \.$twin, on: .shared) { $0.twinDidChange($1) }

  // The object is not sent, so it must not be captured.
  controller.observe(clock, \.$date, on: .function { $0() }) { _, _ in
    // error: capture of 'clock' with non-Sendable type 'Clock' in a '@Sendable' closure
    _ = clock.date
  }
}

// A model that any thread may change calls its handlers there.
final class Download: KeyValueObject, @unchecked Sendable {
  @Observed var receivedBytes = 0
}

@MainActor func misuses(on controller: KVOController<MainView>, _ download: Download) {
  controller.observe(download, \.$receivedBytes) { view, _, change in
    // error: main actor-isolated property 'text' can not be mutated from a Sendable closure
    view.text = "\(change.value)"
  }
  controller.observe(download, keyPath: "receivedBytes") { view, _, change in
    // error: main actor-isolated property 'text' can not be mutated from a Sendable closure
    view.text = "\(change)"
  }
  controller.observe(download, keyPaths: ["receivedBytes"]) { view, _, change in
    // error: main actor-isolated property 'text' can not be mutated from a Sendable closure
    view.text = change.keyPath
  }
}

// The object of a class that is not Sendable is not handed over.
@MainActor func misuses(handedOver controller: KVOController<MainView>, _ clock: Clock) {
  // error: type 'Clock' does not conform to the 'Sendable' protocol
  controller.observe(clock, \.$date, on: .shared) { view, clock, change in view.text = "\(clock.date)" }
}

// This compiles: the object is handed over, and the closure is called on the main actor.
@MainActor func use(_ controller: KVOController<MainView>, _ download: Download) {
  controller.observe(download, \.$receivedBytes, on: .shared) { view, download, change in
    view.text = "\(download.receivedBytes) \(change.value)"
  }
  controller.observe(download, \.$receivedBytes, on: .shared) { view, change in view.text = "\(change.value)" }
  controller.observe(download, \.$receivedBytes, latestOn: .shared) { view, value in view.text = "\(value)" }
}

// A token, a scoped observation and a controller are not `Sendable`.
func send(_ value: some Sendable) {}

func misuses(
  _ token: ObservationToken, _ scoped: ScopedObservation, _ plain: KVOController<ClockView>
) {
  // error: conformance of 'ObservationToken' to 'Sendable' is unavailable
  send(token)
  // error: conformance of 'ScopedObservation' to 'Sendable' is unavailable
  send(scoped)
  // error: type 'KVOController<ClockView>' does not conform to the 'Sendable' protocol
  send(plain)
}

// This compiles: each closure and each method runs where it may.
@MainActor func use(_ controller: KVOController<MainView>, _ clock: Clock) {
  controller.observe(clock, \.$date, on: .shared) { view, change in view.text = "\(change.value)" }
  controller.observe(clock, \.$date) { view, _, change in view.text = "\(change.value)" }
}

// MARK: Methods of an actor

@globalActor actor Workshop { static let shared = Workshop() }

/// Not isolated, and so not `Sendable`.
final class MixedView: KeyValueObject {
  @MainActor func dateDidChange(_ change: Change<Int>) {}
  @Workshop func dateDidChangeInWorkshop(_ change: Change<Int>) {}
}

func misuses(_ controller: KVOController<MixedView>, _ clock: Clock) {
  // error: call to main actor-isolated instance method 'dateDidChange' in a synchronous nonisolated context
  controller.observe(clock, \.$date) { $0.dateDidChange($2) }
}

@Workshop func misusesInWorkshop(_ controller: KVOController<MixedView>, _ clock: Clock) {
  // error: call to main actor-isolated instance method 'dateDidChange' in a synchronous global actor 'Workshop'-isolated context
  controller.observe(clock, \.$date) { $0.dateDidChange($2) }
}

/// Not `Sendable`.
final class Slide: Hashable {
  static func == (one: Slide, other: Slide) -> Bool { one === other }
  func hash(into hasher: inout Hasher) {}
}

final class Wall: KeyValueObject {
  @Observed var clock = Clock()
  let slide = Slide()
  // A key path is kept for the whole process.
  // error: type 'KeyPath<Clock, Property<Int>>' does not conform to the 'Sendable' protocol
  var dateProperty: Property<Int> { $clock[dynamicMember: \Clock.[slide]] }
}

extension Clock {
  subscript(slide: Slide) -> Property<Int> { $date }
}

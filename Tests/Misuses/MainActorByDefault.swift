// A module whose code is on the main actor by default, as in a new project of Xcode 26. All of it compiles. The page
// "Threads and isolation" shows it. MainActorByDefaultRefused.swift has what does not compile.
// options: -default-isolation MainActor

import ManagedObserving
import RawObserving

// snippet.model
nonisolated final class Clock: KeyValueObject {
  @Observed var date = 0
  var hour: Int { date % 24 }
  var hourProperty: Property<Int> { computed(\Clock.hour) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("hour", \Clock.hour, dependsOn: \.$date)]
  }
}
// snippet.end

// snippet.view
final class ClockView: KeyValueObject {
  var text = ""
  nonisolated override init() { super.init() }

  func show(_ clock: Clock) {
    kvoController.observe(clock, \.hourProperty) { view, _, change in view.text = "\(change.value)" }
  }
}
// snippet.end

// snippet.download
nonisolated class Reception: KeyValueObject {
  @Observed fileprivate(set) var receivedBytes = 0
}

/// A download that the main actor observes while a task receives it.
// Sound because one task alone touches the property once it has begun.
nonisolated final class Download: Reception, @unchecked Sendable {
  func receive(_ count: Int) { receivedBytes += count }
}
// snippet.end

final class Label {
  var text = ""
  private lazy var controller = KVOController(observer: self)

  func show(_ download: Download) {
    controller.observe(download, \.$receivedBytes, on: .shared) { label, change in
      label.text = "\(change.value)"
    }
  }
}

func start(_ label: Label) {
  let download = Download()
  label.show(download)
  Task { @concurrent in download.receive(512) }
}

// snippet.initializers
nonisolated final class Alarm: KeyValueObject {
  @Observed var hour = 7
  private(set) var text = ""

  override init() {
    super.init()
    kvoControllerLifetimeBound.observe(self, \.$hour) { alarm, _, change in alarm.text = "\(change.value)" }
  }
}

final class AlarmModel: KeyValueObject {
  @Observed var hour = 7
  private(set) var text = ""

  nonisolated override init() { super.init() }

  init(hour: Int) {
    super.init()
    kvoControllerLifetimeBound.observe(self, \.$hour) { alarm, _, change in alarm.text = "\(change.value)" }
    self.hour = hour
  }
}
// snippet.end

// snippet.stored
final class SettingsScreen: KeyValueObject {
  let clock: Clock
  var text = ""

  @available(*, unavailable) nonisolated override init() { fatalError("use init(_:)") }

  init(_ clock: Clock) {
    self.clock = clock
    super.init()
    kvoController.observe(clock, \.$date, options: .initial) { screen, _, change in
      screen.text = "\(change.value)"
    }
  }
}
// snippet.end

/// By hand.
nonisolated final class Observer: KeyValueObject {
  private(set) var text = ""

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) { text = "\(change.newValue ?? "")" }
}

/// Initializers and methods of these are used on the main actor.
func use() {
  let (clock, view, alarm, model) = (Clock(), ClockView(), Alarm(), AlarmModel(hour: 8))
  view.show(clock)
  (clock.date, alarm.hour, model.hour) = (25, 9, 9)
  print(view.text, alarm.text, model.text)
}

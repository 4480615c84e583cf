import Dispatch
import ManagedObserving
import RawObserving
import Synchronization
import TestSupport
import Testing

/// The code in the documentation comments of ManagedObserving, run. LessonsTests compares both, line for line.
@Suite("The code in documentation comments", .watched) struct DocumentationCommentTests {
  final class Clock: KeyValueObject {
    @Observed var date = 0
    @Observed var zone = ""
    let name = "clock"
  }

  final class ClockView: KeyValueObject {
    var text = ""
    // Sound: nothing writes it, and only the address is used.
    nonisolated(unsafe) static let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

    func dateDidChange(_ change: Change<Int>) { text = "\(change.value) by a method" }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) { text = "\(keyPath) \(change.newValue ?? "") \(context == Self.context)" }
  }

  @MainActor final class MainView: KeyValueObject {
    nonisolated override init() { super.init() }
    var text = ""
  }

  /// Sound in these tests, which use it on one thread at a time.
  final class Download: KeyValueObject, @unchecked Sendable {
    let name = "a"
    @Observed var receivedBytes = 0
  }

  /// Sound in these tests, which use it on one thread at a time.
  final class Meter: KeyValueObject, @unchecked Sendable {
    let factor = 10
    @Observed var count = 0
    @Observed var limit = 0
  }

  final class Log: Sendable { let total = Atomic(0) }

  final class Archive: Sendable { let sum = Atomic(0) }

  private let clock = Clock()
  private let view = ClockView()
  private var controller: KVOController<ClockView> { view.kvoController }

  @Test("KVOController: a controller of the observer's own; DuplicatePolicy: replaced; ObservationToken: cancelled")
  func controllers() {
    view.kvoController.observe(clock, \.$date, options: .initial) { view, clock, change in
      view.text = "\(change.value)"
    }
    #expect(view.text == "0")
    controller.observe(clock, \.$date, duplicates: .replace) { view, _, change in view.dateDidChange(change) }
    clock.date = 1
    #expect(view.text == "1 by a method")
    controller.unobserveAll()
    let token = controller.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) }
    token.cancel()
    clock.date = 2
    #expect(view.text == "1 by a method")
    view.dateDidChange(Change(keyPath: "date", value: 5))
    #expect(view.text == "5 by a method")
  }

  @Test("observe: a closure; by string; several key paths; the observer's own observeValue")
  func forms() {
    controller.observe(clock, \.$date, options: .initial) { view, clock, change in
      view.text = "\(clock.name): \(change.value)"
    }
    #expect(view.text == "clock: 0")
    controller.observe(clock, keyPath: "zone", options: .new) { view, clock, change in
      view.text = "zone \(change.newValue ?? "")"
    }
    clock.zone = "UTC"
    #expect(view.text == "zone UTC")
    view.kvoController.unobserve(clock)
    controller.observe(clock, keyPaths: ["date", "zone"], options: .new) { view, clock, change in
      view.text = "\(change.keyPath) is \(change.newValue ?? "")"
    }
    clock.date = 1
    #expect(view.text == "date is 1")
    view.kvoController.unobserve(clock, \.$date)
    view.kvoController.unobserve(clock, keyPath: "zone")
    #expect(clock.activeObservations.isEmpty)
    view.kvoController.observe(clock, keyPath: "date", options: .new, context: ClockView.context)
    clock.date = 2
    #expect(view.text == "date 2 true")
    view.kvoController.unobserveAll()
    #expect(clock.activeObservations.isEmpty)
  }

  @Test("observe: a Sendable object, in each form")
  func sendable() {
    let (meter, log) = (Meter(), Log())
    let controller = KVOController(observer: log)
    controller.observe(meter, \.$count) { log, meter, change in
      log.total.add(change.value, ordering: .relaxed)
    }
    meter.count = 1
    controller.unobserveAll()
    controller.observe(meter, keyPath: "count", options: .new) { log, meter, change in
      log.total.add(change.newValue as? Int ?? 0, ordering: .relaxed)
    }
    meter.count = 10
    controller.unobserveAll()
    controller.observe(meter, keyPaths: ["count", "limit"], options: .new) { log, meter, change in
      log.total.add(change.newValue as? Int ?? 0, ordering: .relaxed)
    }
    meter.limit = 100
    #expect(log.total.load(ordering: .relaxed) == 111)
  }

  @Test("isTraced")
  func traced() {
    view.kvoController.isTraced = true
    #expect(controller.isTraced && !view.kvoControllerLifetimeBound.isTraced)
  }

  @MainActor final class Label {
    var text = ""
    lazy var controller = KVOController(observer: self, retention: .lifetimeBound)
  }

  @MainActor final class PlainLabel {
    lazy var controller = KVOController(observer: self)
  }

  @Test("on: the main actor, with and without the object; the latest value")
  @MainActor func mainActor() async {
    let (label, download) = (Label(), Download())
    let controller = label.controller
    controller.observe(download, \.$receivedBytes, on: .shared) { label, change in
      label.text = "\(change.value)"
    }
    download.receivedBytes = 1
    await controller.waitForDeliveries()
    #expect(label.text == "1")
    controller.unobserveAll()
    controller.observe(download, \.$receivedBytes, on: .shared) { label, download, change in
      label.text = "\(download.name): \(change.value)"
    }
    download.receivedBytes = 2
    await controller.waitForDeliveries()
    #expect(label.text == "a: 2")
    controller.unobserveAll()
    controller.observe(download, \.$receivedBytes, latestOn: .shared) { label, bytes in
      label.text = "\(bytes)"
    }
    #expect(label.text == "2" && PlainLabel().controller.retention == .retained)
  }

  @Test("on: an executor, a queue, with and without the object")
  func elsewhere() async {
    let (meter, archive, queue) = (Meter(), Archive(), DispatchQueue(label: "archive"))
    let controller = KVOController(observer: archive)
    controller.observe(clock, \.$date, on: .function { work in queue.async(execute: work) }) { archive, change in
      archive.sum.add(change.value, ordering: .relaxed)
    }
    clock.date = 1
    await controller.waitForDeliveries()
    controller.unobserveAll()
    let executor = globalConcurrentExecutor
    controller.observe(clock, \.$date, on: .executor(executor)) { archive, change in
      archive.sum.add(change.value, ordering: .relaxed)
    }
    clock.date = 2
    await controller.waitForDeliveries()
    let onQueue = Delivery.function { work in queue.async(execute: work) }
    controller.observe(meter, \.$count, on: onQueue) { archive, meter, change in
      archive.sum.add(change.value * meter.factor, ordering: .relaxed)
    }
    meter.count = 1
    await controller.waitForDeliveries()
    #expect(archive.sum.load(ordering: .relaxed) == 13)
  }

  @Test("waitForDeliveries: of a controller, and of all that observe an object")
  @MainActor func waits() async {
    let (clock, view) = (Clock(), MainView())
    view.kvoController.observe(clock, \.$date, on: .shared) { view, change in view.text += "\(change.value)" }
    clock.date = 1
    await view.kvoController.waitForDeliveries()
    #expect(view.text == "1")
    clock.date = 1
    await clock.waitForDeliveries()
    #expect(view.text == "11")
  }

  final class Cell: KeyValueObject {
    var text = ""
  }

  @Test("scoped: kept, and cancelled")
  func scoped() {
    let (cell, observation): (Cell, ScopedObservation)
    cell = Cell()
    observation = cell.kvoController.observe(clock, \.$date) { cell, _, change in
      cell.text = "\(change.value)"
    }.scoped()
    clock.date = 1
    #expect(cell.text == "1")
    let scoped = observation
    scoped.cancel()
    #expect(clock.activeRegistrations.isEmpty)
  }

  @Test("changes(of:): a loop")
  @MainActor func loop() async {
    let (clock, view) = (Clock(), ClockView())
    let controller = view.kvoController
    let loop = Task {
      for await change in controller.changes(of: clock, \.$date) {
        view.text = "\(change.value)"
      }
    }
    await waitUntil { view.text == "0" }
    clock.date = 1
    await waitUntil { view.text == "1" }
    #expect(view.text == "1")
    loop.cancel()
    await loop.value
    #expect(clock.activeObservations.isEmpty)
  }
}

import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// Handlers with `on:` that receive the object, the form for the latest value, and the wait for an object.
@Suite("Handed over", .watched) @MainActor struct HandedOverTests {
  /// Sound in these tests: one thread waits for the other.
  final class Download: KeyValueObject, @unchecked Sendable {
    let name: String
    @Observed var bytes = 0
    @Observed var part: Download?
    init(_ name: String) { self.name = name }
  }

  final class Row: Sendable {
    let lines = Locked<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @MainActor final class Label {
    var lines: [String] = []
    lazy var controller = KVOController(observer: self, retention: .lifetimeBound)
  }

  @Test("on the main actor the object is handed over")
  func onMainActor() async {
    let label = Label()
    let download = Download("a")
    label.controller.observe(download, \.$bytes, options: .initial, on: .shared) { label, download, change in
      label.lines.append("\(download.name) \(change.value)")
    }
    #expect(inThreads(1) { _ in download.bytes = 1 })
    await label.controller.waitForDeliveries()
    #expect(label.lines == ["a 0", "a 1"])
  }

  @Test("a change of an object that is deallocated before the delivery reaches the closure with two parameters alone")
  func deallocated() async {
    let label = Label()
    func change(_ body: (Download) -> Void) -> Bool {
      let download = Download("a")
      weak let living = download
      body(download)
      download.bytes = 1
      return living != nil
    }
    #expect(
      change { download in
        label.controller.observe(download, \.$bytes, on: .shared) { label, download, _ in label.lines.append("three") }
      })
    await label.controller.waitForDeliveries()
    #expect(label.lines.isEmpty)
  }

  @Test("elsewhere too the object is handed over")
  func elsewhere() async {
    let (row, queue, download) = (Row(), DispatchQueue(label: "row"), Download("a"))
    let controller = KVOController(observer: row)
    controller.observe(download, \.$bytes, on: .function { work in queue.async(execute: work) }) {
      row, download, change in
      row.add("\(download.name) \(change.value)")
    }
    for bytes in 1...3 { download.bytes = bytes }
    await waitUntil { row.lines.withLock { $0.count } == 3 }
    #expect(row.lines.withLock { $0 } == ["a 1", "a 2", "a 3"])
  }

  // MARK: An observer that is not Sendable

  private protocol Called { func observe(_ view: PlainView, _ download: Download) }

  final class PlainView: KeyValueObject {
    var lines: [String] = []
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) { lines.append("context \(change.newValue ?? "-")") }
  }

  /// The forms that the compiler warns of. A deprecated function may call them without a warning, and is called by way of
  /// its protocol.
  private struct Warned: Called {
    @available(*, deprecated) func observe(_ view: PlainView, _ download: Download) {
      let controller = view.kvoController
      controller.observe(download, \.$bytes) { view, _, change in view.lines.append("typed \(change.value)") }
      controller.observe(download, keyPath: "bytes", options: .new, duplicates: .add) { view, _, change in
        view.lines.append("string \(change.newValue ?? "-")")
      }
      controller.observe(download, keyPaths: ["bytes"], options: .new, duplicates: .add) { view, _, change in
        view.lines.append("strings \(change.keyPath) \(change.newValue ?? "-")")
      }
      controller.observe(download, keyPath: "bytes", options: .new, duplicates: .add, context: nil)
    }
  }

  /// Sound in this test: one thread uses it.
  final class SafeView: KeyValueObject, @unchecked Sendable {
    var bytes = 0
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) { bytes = change.newValue as? Int ?? 0 }
  }

  @Test("a context, of an object and an observer that are both Sendable")
  func context() {
    let (view, download) = (SafeView(), Download("a"))
    view.kvoController.observe(download, keyPath: "bytes", options: .new, context: nil)
    download.bytes = 1
    #expect(view.bytes == 1)
  }

  @Test("the forms that the compiler warns of call an observer that is not Sendable, on the thread of the change")
  func warned() {
    let (view, download, called): (PlainView, Download, any Called) = (PlainView(), Download("a"), Warned())
    called.observe(view, download)
    download.bytes = 1
    #expect(view.lines == ["context 1", "strings bytes 1", "string 1", "typed 1"])
  }

  // MARK: The latest value

  @Test("the value is there at once; what is made meanwhile is one call, with the last value")
  func latest() async {
    let (label, download) = (Label(), Download("a"))
    label.controller.observe(download, \.$bytes, latestOn: .shared) { label, bytes in label.lines.append("\(bytes)") }
    #expect(label.lines == ["0"])
    #expect(inThreads(1) { _ in for bytes in 1...1000 { download.bytes = bytes } })
    #expect(label.lines == ["0"], "the main actor has been busy waiting")
    await label.controller.waitForDeliveries()
    #expect(label.lines == ["0", "1000"])
    download.bytes = 1001
    await label.controller.waitForDeliveries()
    #expect(label.lines == ["0", "1000", "1001"])
  }

  @Test("a path through nil is nil at once; an inactive observation calls nothing; unobserved, nothing more is called")
  func latestOfPath() async {
    let (label, download) = (Label(), Download("a"))
    let token = label.controller.observe(download, \.$part.$bytes, latestOn: .shared) { label, bytes in
      label.lines.append("\(bytes.map { "\($0)" } ?? "nil")")
    }
    label.controller.observe(download, \.$part.$bytes, duplicates: .ignore, latestOn: .shared) { _, _ in
      Issue.record("dropped")
    }
    label.controller.observe(nil as Download?, \.$bytes, latestOn: .shared) { _, _ in Issue.record("no object") }
    #expect(label.lines == ["nil"])
    let part = Download("b")
    download.part = part
    part.bytes = 5
    await label.controller.waitForDeliveries()
    #expect(label.lines == ["nil", "5"])
    part.bytes = 6
    token.cancel()
    await label.controller.waitForDeliveries()
    #expect(label.lines == ["nil", "5"])
  }

  @Test("the first call may end the observation")
  func latestEndsAtOnce() async {
    let (label, download) = (Label(), Download("a"))
    label.controller.observe(download, \.$bytes, latestOn: .shared) { [download] label, bytes in
      label.lines.append("\(bytes)")
      label.controller.unobserve(download)
    }
    download.bytes = 1
    await label.controller.waitForDeliveries()
    #expect(label.lines == ["0"] && download.activeRegistrations.isEmpty)
  }

  final class Tally: KeyValueObject {
    @Observed var count = 1
    var whenRead: () -> Void = {}
    var double: Int {
      whenRead()
      return 2 * count
    }
    var doubleProperty: Property<Int> { computed(\Tally.double) }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("double", \Tally.double, dependsOn: \.$count)]
    }
  }

  @Test("a getter that ends the observation while the first value is read: nothing is called")
  func latestEndsWhileItIsRead() {
    let (label, tally) = (Label(), Tally())
    tally.whenRead = { label.controller.unobserveAll() }
    label.controller.observe(tally, \.doubleProperty, latestOn: .shared) { _, _ in Issue.record("called") }
    #expect(tally.activeRegistrations.isEmpty)
  }

  @Test("a waiter waits for a change that another one replaces")
  func latestWithWaiters() async {
    let (label, download) = (Label(), Download("a"))
    label.controller.observe(download, \.$bytes, latestOn: .shared) { label, bytes in label.lines.append("\(bytes)") }
    download.bytes = 1
    let first = Task { @MainActor in
      await label.controller.waitForDeliveries()
      return label.lines.last
    }
    await Task.yield()
    download.bytes = 2
    #expect(["1", "2"].contains(await first.value))
    await label.controller.waitForDeliveries()
    #expect(label.lines.last == "2")
  }

  // MARK: One wait for an object

  @Test("one wait for what is observed, along a path too, and for what an observer observes through each controller")
  func oneWait() async {
    let (label, list, download) = (Label(), Download("list"), Download("a"))
    list.part = download
    let other = KVOController(observer: label)
    label.controller.observe(download, \.$bytes, on: .shared) { label, _ in label.lines.append("bytes") }
    other.observe(list, \.$part.$bytes, on: .shared) { label, _ in label.lines.append("path") }
    download.bytes = 1
    await download.waitForDeliveries()
    #expect(label.lines.sorted() == ["bytes", "path"])
    let view = MainObject()
    view.kvoController.observe(download, \.$bytes, on: .shared) { view, change in view.count += change.value }
    view.kvoControllerLifetimeBound.observe(download, \.$bytes, on: .shared) { view, change in
      view.count += change.value
    }
    download.bytes = 2
    await view.waitForDeliveries()
    #expect(view.count == 4)
    // The one that observes along the path takes its time, so no wait for another one is enough.
    let (row, queue) = (Row(), DispatchQueue(label: "slow"))
    let slow = KVOController(observer: row)
    slow.observe(
      list, \.$part.$bytes, on: .function { work in queue.asyncAfter(deadline: .now() + 0.05, execute: work) }
    ) {
      row, change in row.add("\(change.value ?? 0)")
    }
    download.bytes = 3
    await download.waitForDeliveries()
    #expect(row.lines.withLock { $0 } == ["3"])
    await Download("observed by none").waitForDeliveries()
  }

  @MainActor final class MainObject: KeyValueObject {
    var count = 0
  }

  @Test("it waits for the release of what the handlers captured")
  func waitsForRelease() async {
    let (view, download) = (MainObject(), Download("a"))
    weak var captured: Download?
    do {
      let held = Download("held")
      captured = held
      view.kvoController.observe(download, \.$bytes, on: .shared) { _, _ in _ = held }
    }
    view.kvoController.unobserve(download)
    await view.waitForDeliveries()
    #expect(captured == nil)
  }

  // MARK: Lists

  @Test("a controller's observations are listed in the order in which they began, each with its place")
  func places() {
    let (label, first, second) = (Label(), Download("a"), Download("b"))
    label.controller.observe(second, \.$part) { _, _, _ in }
    let line = #line - 1
    label.controller.observe(first, keyPath: "bytes") { _, _, _ in }
    label.controller.observe(second, \.$bytes) { _, _, _ in }
    let observations = label.controller.activeObservations
    #expect(observations.map(\.keyPath) == ["part", "bytes", "bytes"])
    #expect(observations.map(\.place) == [0, 2, 3].map { "\(#fileID):\(line + $0)" })
    #expect(second.activeObservations.map(\.keyPath) == ["part", "bytes"])
  }
}

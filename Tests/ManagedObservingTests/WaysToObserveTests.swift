import ManagedObserving
import RawObserving
import Synchronization
import TestSupport
import Testing

/// The page "Ways to observe": every form of `observe` on one screen, each of them called.
@Suite("Every form on one screen", .watched) struct WaysToObserveTests {
  final class Station: KeyValueObject {
    @Observed var celsius = 0
    @Observed var humidity = 0
    @Observed var pressure = 0
    @Observed var rain = 0
    @Observed var sun = 0
    @Observed var wind = 0
  }

  final class Display: KeyValueObject {
    var lines: [String] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) { lines.append("\(keyPath) \(change.newValue ?? "")") }
  }

  @MainActor final class Label {
    var lines: [String] = []
    private(set) lazy var controller = KVOController(observer: self)
  }

  final class Archive: Sendable {
    let sum = Atomic<Int>(0)
  }

  @MainActor @Test("each form calls")
  func forms() async {
    let (station, display, label, archive) = (Station(), Display(), Label(), Archive())
    let controller = display.kvoController
    let onMain = label.controller
    let elsewhere = KVOController(observer: archive)
    let context = UnsafeMutableRawPointer(bitPattern: 1)
    var log: [Int] = []
    // snippet.forms
    // 1
    controller.observe(station, \.$celsius) { display, station, change in
      display.lines.append("\(change.value) °C")
    }
    // 2
    onMain.observe(station, \.$celsius, on: .shared) { label, change in
      label.lines.append("\(change.value) °C")
    }
    // 3
    onMain.observe(station, \.$pressure, latestOn: .shared) { label, pressure in
      label.lines.append("\(pressure) hPa")
    }
    // 4
    elsewhere.observe(station, \.$celsius, on: .function { work in work() }) { archive, change in
      archive.sum.add(change.value, ordering: .relaxed)
    }
    // 5
    controller.observe(station, keyPath: "wind", options: .new) { display, station, change in
      display.lines.append("wind \(change.newValue ?? "")")
    }
    // 6
    controller.observe(station, keyPaths: ["rain", "pressure"], options: .new) { display, station, change in
      display.lines.append("\(change.keyPath) \(change.newValue ?? "")")
    }
    // 7
    controller.observe(station, keyPath: "sun", options: .new, context: context)
    // and a loop
    let loop = Task {
      for await change in controller.changes(of: station, \.$celsius) { log.append(change.value) }
    }
    // snippet.end
    await waitUntil { log == [0] }
    station.celsius = 21
    station.rain = 2
    station.wind = 3
    station.sun = 5
    #expect(display.lines == ["21 °C", "rain 2", "wind 3", "sun 5"])
    #expect(archive.sum.load(ordering: .relaxed) == 21)
    await onMain.waitForDeliveries()
    #expect(label.lines == ["0 hPa", "21 °C"])
    await waitUntil { log.count == 2 }
    #expect(log == [0, 21])
    loop.cancel()
    await loop.value
    #expect(station.activeObservations.allSatisfy { $0.handler != "sequence" })
  }
}

import Console
import ManagedObserving
import RawObserving

/// A story of two threads. Thread A stops observing or releases the view; thread B sets the date that the view observes.
enum ScheduleStory: String, CaseIterable, Encodable, Sendable {
  case stop
  case release

  /// The pitfall whose card has the story's numbers.
  var pitfall: String {
    switch self {
    case .stop: "THR-3"
    case .release: "LIF-10"
    }
  }
}

/// How the view observes.
enum ScheduleStyle: String, CaseIterable, Encodable, Sendable {
  case raw
  /// By hand; the view removes itself in its deinit.
  case careful
  case controller
}

/// A story in one style.
struct SchedulePlay: Equatable, Sendable {
  let story: ScheduleStory
  let style: ScheduleStyle

  static let all: [SchedulePlay] = [
    SchedulePlay(story: .stop, style: .raw), SchedulePlay(story: .stop, style: .controller),
    SchedulePlay(story: .release, style: .careful), SchedulePlay(story: .release, style: .controller),
  ]

  /// The objects of one schedule. One that is released in the classic era may end the process.
  var world: ScheduleWorld.Type {
    switch (story, style) {
    case (.stop, .controller): ManagedStop.self
    case (.stop, _): RawStop.self
    case (.release, .controller): ManagedRelease.self
    case (.release, _): CarefulRelease.self
    }
  }

  /// What thread A does, after whose return a call is late.
  var parting: String {
    switch (story, style) {
    case (.stop, .controller): "unobserve"
    case (.stop, _): "removeObserver"
    case (.release, _): "view = nil"
    }
  }

  /// The statements of a thread, cut out of this file.
  func lines(of thread: ScheduleThread) throws -> [String] {
    let path = "Sources/Scenarios/Orders/ScheduleStory.swift"
    let source = try PackageRoot.lines(of: path)
    let type = thread == .a ? "\(world)" : "\(ScheduleWorld.self)"
    guard let start = source.firstIndex(where: { $0.contains("class \(type)") }),
      let head = source[start...].firstIndex(where: { $0.hasSuffix("func thread\(thread.rawValue)() {") })
    else { throw InputError(message: "\(path) has no thread \(thread.rawValue) in \(type).") }
    return source[(head + 1)...].prefix { $0 != "  }" }.map { String($0.drop { $0 == " " }) }
  }
}

/// What the view was told. It outlives the view.
final class ScheduleTally {
  private(set) var calls = 0
  /// The calls that reached the view after ``returned(_:)``.
  private(set) var lateCalls = 0
  private var hasReturned = false

  func call() {
    calls += 1
    if hasReturned { lateCalls += 1 }
    ScheduleTurns.point(hasReturned ? "the view's method runs, late" : "the view's method runs")
  }

  /// Thread A's removal or release has returned.
  func returned(_ call: String) {
    hasReturned = true
    ScheduleTurns.point("\(call) has returned")
  }
}

/// The objects of one schedule, and what the two threads do with them.
///
/// Nothing here refers to the view except what the story itself releases.
// Sound as Sendable: one thread runs at a time.
class ScheduleWorld: @unchecked Sendable {
  fileprivate let clock = Clock()
  let heard = ScheduleTally()
  fileprivate var view: ScheduledView?

  required init() {}

  func threadA() {}

  final func threadB() {
    clock.date = 1
  }

  final var isViewFreed: Bool { view == nil && weakView == nil }
  final var registrations: Int { clock.activeRegistrations.count }
  private weak var weakView: ScheduledView?

  fileprivate func show(_ view: ScheduledView) { (self.view, weakView) = (view, view) }
}

private class ScheduledView: KeyValueObject {
  private let heard: ScheduleTally

  init(_ heard: ScheduleTally) { self.heard = heard }

  final override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    heard.call()
  }

  final func dateDidChange(_ date: Int) { heard.call() }
}

private final class CarefulScheduledView: ScheduledView {
  private let clock: Clock

  init(_ heard: ScheduleTally, _ clock: Clock) {
    self.clock = clock
    super.init(heard)
    clock.addObserver(self, forKeyPath: "date")
  }

  deinit {
    // No event is reported between the last release and the removal, so the story itself has a switch point here.
    ScheduleTurns.point("the view's deinit begins")
    clock.removeObserver(self, forKeyPath: "date")
  }
}

private final class RawStop: ScheduleWorld, @unchecked Sendable {
  required init() {
    super.init()
    show(ScheduledView(heard))
    clock.addObserver(view!, forKeyPath: "date")
  }

  override func threadA() {
    clock.removeObserver(view!, forKeyPath: "date")
    heard.returned("removeObserver")
    view = nil
  }
}

private final class ManagedStop: ScheduleWorld, @unchecked Sendable {
  required init() {
    super.init()
    show(ScheduledView(heard))
    view!.kvoController.observe(clock, \.$date) { view, _, change in view.dateDidChange(change.value) }
  }

  override func threadA() {
    view!.kvoController.unobserve(clock, \.$date)
    heard.returned("unobserve")
    view = nil
  }
}

private final class CarefulRelease: ScheduleWorld, @unchecked Sendable {
  required init() {
    super.init()
    show(CarefulScheduledView(heard, clock))
  }

  override func threadA() {
    view = nil
    heard.returned("view = nil")
  }
}

private final class ManagedRelease: ScheduleWorld, @unchecked Sendable {
  required init() {
    super.init()
    show(ScheduledView(heard))
    view!.kvoController.observe(clock, \.$date) { view, _, change in view.dateDidChange(change.value) }
  }

  override func threadA() {
    view = nil
    heard.returned("view = nil")
  }
}

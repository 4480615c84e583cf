import ManagedObserving
import RawObserving

/// A view of two parts, which notes the calls of each.
class PartedView: KeyValueObject {
  // They are compared, and never dereferenced.
  nonisolated(unsafe) static let header = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) static let footer = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  let heard: Hearing

  init(_ heard: Hearing) { self.heard = heard }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    heard.note(context == Self.header ? "h" : "f")
  }

  func headerChanged() { heard.note("h") }
  func footerChanged() { heard.note("f") }
}

/// The header and the footer of a view observe a clock, and the header stops. Each adds with its own context; the
/// removal names none, and takes the registration that was made last.
class PartsByHand: World {
  override func makeView() -> KeyValueObject? { PartedView(heard) }
  override func makeClock() -> KeyValueObject { Clock() }
  override func part(of move: Move) -> Character { move == .again ? "f" : "h" }

  override func registered(with clock: KeyValueObject) -> [Character] {
    clock.activeRegistrations.map { $0.context == PartedView.header ? "h" : "f" }
  }

  var view: PartedView { weakView as! PartedView }
  var clock: Clock { weakClock as! Clock }

  override func make(_ move: Move) {
    switch move {
    case .add: clock.addObserver(view, forKeyPath: "date", context: PartedView.header)
    case .again: clock.addObserver(view, forKeyPath: "date", context: PartedView.footer)
    case .first: clock.date = 1
    case .second: clock.date = 2
    case .remove: clock.removeObserver(view, forKeyPath: "date")
    case .releaseView: owner.view = nil
    case .releaseClock: owner.clock = nil
    }
  }
}

/// The careful remedy, with a check: the view retains the clock, names the part in each call, keeps a list of the parts
/// that have started, and removes what is left in its deinit.
final class CheckedPartedView: PartedView {
  var clock: Clock?
  var started: Set<UnsafeMutableRawPointer> = []

  func start(_ part: UnsafeMutableRawPointer, _ clock: Clock) {
    if !started.insert(part).inserted { return }
    self.clock = clock
    clock.addObserver(self, forKeyPath: "date", context: part)
  }

  func stop(_ part: UnsafeMutableRawPointer) {
    if started.remove(part) == nil { return }
    clock?.removeObserver(self, forKeyPath: "date", context: part)
    if started.isEmpty { clock = nil }
  }

  deinit { for part in started { stop(part) } }
}

final class CheckedPartsWorld: PartsByHand {
  override func makeView() -> KeyValueObject? { CheckedPartedView(heard) }
  override var view: CheckedPartedView { weakView as! CheckedPartedView }
  override func belief(of view: KeyValueObject) -> Bool? { !(view as! CheckedPartedView).started.isEmpty }
  override func registered(with clock: KeyValueObject) -> [Character] { super.registered(with: clock).sorted() }

  override func make(_ move: Move) {
    switch move {
    case .add: view.start(PartedView.header, clock)
    case .again: view.start(PartedView.footer, clock)
    case .remove: view.stop(PartedView.header)
    default: super.make(move)
    }
  }
}

/// One controller observes the same property twice: the second observation is a duplicate, and dropped.
final class RetainingPartsWorld: PartsByHand {
  override func registered(with clock: KeyValueObject) -> [Character] {
    clock.activeRegistrations.map { _ in World.onlyPart }
  }

  override func make(_ move: Move) {
    switch move {
    case .add: view.kvoController.observe(clock, \.$date) { view, _, _ in view.headerChanged() }
    case .again: view.kvoController.observe(clock, \.$date) { view, _, _ in view.footerChanged() }
    case .remove: view.kvoController.unobserve(clock, \.$date)
    default: super.make(move)
    }
  }
}

/// Each part keeps the token of its observation, and duplicates are added.
final class TokenPartsWorld: PartsByHand {
  var header: ObservationToken?
  var footer: ObservationToken?

  override func registered(with clock: KeyValueObject) -> [Character] {
    [(header, "h"), (footer, "f")].compactMap { token, part in token?.isActive == true ? part : nil }
  }

  override func make(_ move: Move) {
    switch move {
    case .add:
      header = view.kvoController.observe(clock, \.$date, duplicates: .add) { view, _, _ in view.headerChanged() }
    case .again:
      footer = view.kvoController.observe(clock, \.$date, duplicates: .add) { view, _, _ in view.footerChanged() }
    case .remove: header?.cancel()
    default: super.make(move)
    }
  }
}

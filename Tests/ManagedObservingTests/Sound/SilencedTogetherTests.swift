import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// What ends two observations of one property.
private enum End: String, CaseIterable {
  case property, keyPath, object, all, replaced, tokens, controller, observer, observed
}

/// What is called while they end.
private enum Inside: String, CaseIterable { case nothing, tokens, property, keyPath, object, all }

/// Does something as it is unobserved.
private final class RestlessClock: Clock {
  var whileRemoving: (RestlessClock) -> Void = { _ in }

  override func removeObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    whileRemoving(self)
    super.removeObserver(observer, forKeyPath: keyPath, context: context)
    whileRemoving(self)
  }
}

/// The two observations, and what goes wrong while they end.
private final class Scene {
  var clock: RestlessClock? = RestlessClock()
  var view: ClockView? = ClockView()
  var controller: KVOController<ClockView>?
  /// The tokens of the observations that end.
  var tokens: [ObservationToken] = []
  var told: [String] = []
  var faults: [String] = []
  var checkCount = 0
  private let end: End
  private let inside: Inside

  init(_ end: End, _ inside: Inside, _ retention: Retention) {
    (self.end, self.inside) = (end, inside)
    controller = KVOController(observer: view, retention: retention)
  }

  /// Observes with a handler that captures an object whose deinit runs the closure.
  func observe(_ name: String, atRelease: @escaping () -> Void = {}) {
    let captured = AtDeinit(atRelease)
    let token = controller?.observe(clock, \.$date, duplicates: .add) { [unowned self] _, _, _ in
      withExtendedLifetime(captured) { told.append(name) }
    }
    if let token { tokens.append(token) }
  }

  /// Runs while the observations end. The clock is nil if it is in its deinit and this is not a call to it.
  func runInside(_ clock: RestlessClock?) {
    switch inside {
    case .nothing: break
    case .tokens: for token in tokens { token.cancel() }
    case .property: if let clock { controller?.unobserve(clock, \.$date) }
    case .keyPath: controller?.unobserve(clock, keyPath: "date")
    case .object: controller?.unobserve(clock)
    case .all: controller?.unobserveAll()
    }
    check("inside", clock)
  }

  func check(_ place: String, _ clock: RestlessClock?) {
    checkCount += 1
    let ended = Set(tokens)
    if tokens.contains(where: \.isActive) { faults.append("\(place): isActive") }
    if clock?.activeObservations.contains(where: { ended.contains($0.token) }) ?? false {
      faults.append("\(place): the object lists one")
    }
    if controller?.activeObservations.contains(where: { ended.contains($0.token) }) ?? false {
      faults.append("\(place): the controller lists one")
    }
    let before = told
    clock?.date += 1
    if told != before { faults.append("\(place): called \(told.dropFirst(before.count))") }
  }

  func play() {
    switch end {
    case .property: controller?.unobserve(clock, \.$date)
    case .keyPath: controller?.unobserve(clock, keyPath: "date")
    case .object: controller?.unobserve(clock)
    case .all: controller?.unobserveAll()
    case .replaced: controller?.observe(clock, \.$date, duplicates: .replace) { _, _, _ in }
    case .tokens: for token in tokens { token.cancel() }
    case .controller:
      // No reference to it is left that something inside could use.
      let last = controller
      controller = nil
      withExtendedLifetime(last) {}
    case .observer: view = nil
    case .observed: clock = nil
    }
  }
}

@Suite("What ends together is silenced before anything is released", .watched) struct SilencedTogetherTests {
  private static let endings: [(End, Retention)] = End.allCases.flatMap { end in
    [Retention.retained, .unretained, .lifetimeBound].map { (end, $0) }
  }.filter { end, retention in retention == .lifetimeBound || end != .observer && end != .observed }

  @Test(
    "while a handler is released, none of them is active, listed or called", arguments: endings, Inside.allCases)
  private func whileReleasing(ending: (End, Retention), inside: Inside) {
    // A token ends one observation and not both.
    if ending.0 == .tokens { return }
    let scene = Scene(ending.0, inside, ending.1)
    let isObserved = ending.0 == .observed
    for name in ["first", "second", "third"] {
      scene.observe(name) { [unowned scene] in scene.runInside(isObserved ? nil : scene.clock) }
    }
    scene.clock?.date = 1
    #expect(scene.told.count == 3 && scene.faults == [])
    scene.play()
    #expect(scene.checkCount == 3 && scene.faults == [])
    scene.check("afterwards", scene.clock)
    #expect(scene.faults == [])
    scene.controller?.unobserveAll()
  }

  @Test(
    "while the object is unobserved, none of them is active, listed or called", arguments: endings, Inside.allCases)
  private func whileRemoving(ending: (End, Retention), inside: Inside) {
    if ending.0 == .tokens { return }
    let scene = Scene(ending.0, inside, ending.1)
    for name in ["first", "second", "third"] { scene.observe(name) }
    scene.clock?.date = 1
    #expect(scene.told.count == 3)
    scene.clock?.whileRemoving = { [unowned scene] clock in scene.runInside(clock) }
    scene.play()
    #expect(scene.checkCount == 6 && scene.faults == [])
    scene.clock?.whileRemoving = { _ in }
    scene.controller?.unobserveAll()
  }

  @Test("a token that is cancelled while the others of its controller end is not active, and is not called")
  func tokenAmongOthers() {
    let scene = Scene(.tokens, .nothing, .retained)
    scene.observe("first") { [unowned scene] in
      scene.tokens[1].cancel()
      if scene.tokens[1].isActive { scene.faults.append("active") }
      scene.clock?.date += 1
    }
    scene.observe("second")
    scene.tokens[0].cancel()
    #expect(scene.told == [] && scene.faults == [])
    #expect(scene.clock?.activeRegistrations.isEmpty ?? false)
  }

  @Test("a token that is cancelled after its object was observed again, in the middle of an unobserve, is not called")
  func observedAgain() {
    let scene = Scene(.object, .nothing, .retained)
    scene.observe("first") { [unowned scene] in
      scene.controller?.observe(scene.clock, keyPath: "zone") { _, _, _ in }
      scene.tokens[1].cancel()
      if scene.tokens[1].isActive { scene.faults.append("active") }
      scene.clock?.date += 1
    }
    scene.observe("second")
    scene.controller?.unobserve(scene.clock)
    #expect(scene.told == [] && scene.faults == [])
    #expect(scene.controller?.activeObservations.map(\.keyPath) == ["zone"])
    scene.controller?.unobserveAll()
  }

  @Test("observations of several objects end together, too")
  func severalObjects() {
    for retention in [Retention.retained, .unretained, .lifetimeBound] {
      let clocks = (0..<5).map { _ in Clock() }
      let view = ClockView()
      var controller: KVOController<ClockView>? = KVOController(observer: view, retention: retention)
      var told = 0
      var tokens: [ObservationToken] = []
      var faults = 0
      for clock in clocks {
        let captured = AtDeinit {
          for clock in clocks { clock.date += 1 }
          if tokens.contains(where: \.isActive) { faults += 1 }
          if clocks.contains(where: { !$0.activeObservations.isEmpty }) { faults += 1 }
        }
        let token = controller?.observe(clock, \.$date) { _, _, _ in withExtendedLifetime(captured) { told += 1 } }
        if let token { tokens.append(token) }
      }
      if retention == .unretained { controller = nil } else { controller?.unobserveAll() }
      #expect(told == 0 && faults == 0)
      withExtendedLifetime(view) {}
    }
  }

  private struct Probe { weak let record: Record? }

  @Test("what is left of an object that is gone ends together, when another object with its address is observed")
  func outlived() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let view = ClockView()
      let controller = view.kvoControllerNonRetaining
      var tokens: [ObservationToken] = []
      var insideCount = 0
      var faults: Set<String> = []
      var gone: [Clock] = (0..<20).map { _ in Clock() }
      let places = Set(gone.map { ObjectIdentifier($0) })
      for clock in gone {
        for _ in 0..<3 {
          let captured = AtDeinit {
            insideCount += 1
            for token in tokens { token.cancel() }
            controller.unobserve(view)
            if tokens.contains(where: \.isActive) { faults.insert("active") }
            let ended = Set(tokens)
            if controller.activeObservations.contains(where: { ended.contains($0.token) }) { faults.insert("listed") }
          }
          tokens.append(
            controller.observe(clock, \.$date, duplicates: .add) { _, _, _ in
              withExtendedLifetime(captured) { _ = faults.insert("called") }
            })
        }
      }
      gone = []
      // The allocator gives the address of an old clock to one of the next.
      var clocks: [Clock] = []
      var calls = 0
      var isReused = false
      repeat {
        let new = Clock()
        clocks.append(new)
        isReused = places.contains(ObjectIdentifier(new))
        controller.observe(new, \.$date) { _, _, _ in calls += 1 }
        new.date = 1
      } while !isReused && clocks.count < 100
      #expect(faults == [] && calls == clocks.count)
      // The first one that goes cancels the tokens of all.
      #expect(insideCount == (isReused ? tokens.count : 0) && (isReused || isSanitized))
      // Nothing holds the records of the object whose address was used again.
      let probes = tokens.map { Probe(record: $0.record) }
      tokens = []
      #expect(probes.allSatisfy { $0.record == nil } == isReused)
      controller.unobserveAll()
      #expect(clocks.allSatisfy { $0.activeRegistrations.isEmpty })
    }
  }
}

import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// How an observation ends on a thread that is not that of the object and the controller.
private enum ForeignEnd: String, CaseIterable {
  /// A loop over a sequence is left.
  case loopIsLeft
  /// The task that loops is cancelled.
  case taskIsCancelled
  /// A sequence is released before any loop over it.
  case sequenceIsDropped
  /// A scoped observation is released.
  case scopeIsDropped
  /// The same, of a path through another object.
  case scopeOfPathIsDropped
  /// A delivery finds its observer deallocated.
  case deliveryWithoutObserver

  var isSequence: Bool { self == .loopIsLeft || self == .taskIsCancelled || self == .sequenceIsDropped }
}

/// What comes next, on the thread of the object and the controller, and removes what is left.
private enum Next: String, CaseIterable {
  case change, priorHalf
  case observe, observeDuplicate, observeNil, sequence
  case unobserveProperty, unobserveKeyPath, unobserveObject, unobserveAll, cancel
  case endOfController, endOfObject, callInDeinitOfObject, changeInDeinitOfObject

  var isEndOfObject: Bool { self == .endOfObject || self == .callInDeinitOfObject || self == .changeInDeinitOfObject }
}

/// Work that waits to be run.
private final class Waiting: Sendable {
  private let works = Locked<[@Sendable () -> Void]>([])
  func add(_ work: @escaping @Sendable () -> Void) { works.withLock { $0.append(work) } }
  /// Returns whether there was any.
  @discardableResult func runAll() -> Bool {
    var hasRun = false
    while let work = works.withLock({ $0.popLast() }) {
      work()
      hasRun = true
    }
    return hasRun
  }
}

/// An object, a controller, and one observation that ends elsewhere.
private final class Scene {
  let home = Home()
  let other: HomeClock
  var clock: HomeClock?
  var panel: Panel? = Panel()
  /// Another observer for a controller that has lost its own.
  var controller: KVOController<Panel>?
  /// The calls that were made, on whatever thread.
  let calls = Locked(0)
  /// Whether what the handler captured is alive.
  weak var captured: AtDeinit?
  var token: ObservationToken?
  private var stream: AsyncStream<Change<Int>>?
  private var scope: ScopedObservation?
  private let waiting = Waiting()
  let end: ForeignEnd

  init(_ end: ForeignEnd, _ retention: Retention) {
    self.end = end
    other = HomeClock(home)
    let clock = HomeClock(home)
    clock.twin = HomeClock(home)
    self.clock = clock
    let controller = KVOController(observer: panel, retention: retention)
    self.controller = controller
    switch end {
    case .loopIsLeft, .taskIsCancelled, .sequenceIsDropped: stream = controller.changes(of: clock, \.$date)
    case .scopeIsDropped, .scopeOfPathIsDropped:
      let captured = AtDeinit { [home] in home.check("deinit of what the handler captured") }
      self.captured = captured
      if end == .scopeIsDropped {
        token = controller.observe(clock, \.$date, options: .old) { [calls] _, _, _ in
          withExtendedLifetime(captured) { calls.withLock { $0 += 1 } }
        }
      } else {
        token = controller.observe(clock, \.$twin.$date) { [calls] _, _, _ in
          withExtendedLifetime(captured) { calls.withLock { $0 += 1 } }
        }
      }
      scope = token?.scoped()
    case .deliveryWithoutObserver:
      let captured = AtDeinit {}
      self.captured = captured
      let kept = Shared(captured)
      token = controller.observe(clock, \.$date, on: .function { [waiting] in waiting.add($0) }) { [calls] _, _ in
        withExtendedLifetime(kept) { calls.withLock { $0 += 1 } }
      }
    }
    if end.isSequence { token = clock.activeObservations.first?.token }
  }

  /// Ends the observation on another thread, and returns when that is done. Returns false if it takes too long.
  func endElsewhere() -> Bool {
    switch end {
    case .loopIsLeft, .taskIsCancelled:
      clock?.date += 1
      let (isInLoop, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let isLeft = end == .loopIsLeft
      let task = Self.startLoop(stream.take(), times: isLeft ? 2 : .max, isInLoop, isOver)
      guard isInLoop.wait(timeout: .now() + 100) == .success else { return false }
      let isEnded = isLeft || inThreads(1) { _ in task.cancel() }
      return isEnded && isOver.wait(timeout: .now() + 100) == .success
    case .sequenceIsDropped: return releaseElsewhere(stream.take())
    case .scopeIsDropped, .scopeOfPathIsDropped: return releaseElsewhere(scope.take())
    case .deliveryWithoutObserver:
      clock?.date += 1
      panel = nil
      return inThreads(1) { [waiting] _ in waiting.runAll() }
    }
  }

  /// Does the work in which what a handler captured is released. A task schedules it. Returns false if it does not come.
  func releaseHandler() -> Bool {
    let hasRun = Locked(end != .deliveryWithoutObserver)
    let isOver = inThreads(1) { [waiting] _ in
      let limit = Date(timeIntervalSinceNow: 20)
      while !hasRun.withLock({ $0 }) && Date() < limit {
        usleep(100)
        if waiting.runAll() { hasRun.withLock { $0 = true } }
      }
    }
    return isOver && hasRun.withLock { $0 }
  }

  /// Starts a loop that ends when it has received so many changes. The sequence has ended when it says so.
  private static func startLoop(
    _ stream: AsyncStream<Change<Int>>?, times: Int, _ isInLoop: DispatchSemaphore, _ isOver: DispatchSemaphore
  ) -> Task<Void, Never> {
    // Taken out by the loop, so that nothing else holds it.
    let held = Locked(stream)
    return Task(executorPreference: NewThreads()) {
      if let stream = held.withLock({ $0.take() }) { await loop(stream, times: times) { isInLoop.signal() } }
      isOver.signal()
    }
  }

  private static func loop(
    _ stream: consuming AsyncStream<Change<Int>>, times: Int, _ isInLoop: @Sendable () -> Void
  ) async {
    var count = 0
    for await _ in stream {
      count += 1
      if count == 1 { isInLoop() }
      if count == times { break }
    }
  }

  /// Sets the property at the end of the observed path.
  func change(_ clock: HomeClock? = nil) {
    let clock = clock ?? self.clock
    if end == .scopeOfPathIsDropped { clock?.twin?.date += 1 } else { clock?.date += 1 }
  }

  /// Does what comes next.
  func play(_ next: Next) {
    switch next {
    case .change: change()
    case .priorHalf:
      // The registration is removed between the halves of another observer's change.
      let view = ClockView()
      view.kvoController.observe(clock, keyPath: "date", options: .prior) { [unowned self] _, _, _ in
        controller?.unobserve(other)
      }
      change()
      if end == .scopeOfPathIsDropped { clock?.date += 1 }
      view.kvoController.unobserveAll()
    case .observe: controller?.observe(other, \.$date) { _, _, _ in }
    case .observeDuplicate:
      controller?.observe(other, \.$date) { _, _, _ in }
      controller?.observe(other, \.$date) { _, _, _ in }
    case .observeNil: controller?.observe(HomeClock?.none, \.$date) { _, _, _ in }
    case .sequence: _ = controller?.changes(of: other, \.$date)
    case .unobserveProperty: controller?.unobserve(other, \.$zone)
    case .unobserveKeyPath: controller?.unobserve(other, keyPath: "zone")
    case .unobserveObject: controller?.unobserve(other)
    case .unobserveAll: controller?.unobserveAll()
    case .cancel: token?.cancel()
    case .endOfController: controller = nil
    case .endOfObject: clock = nil
    case .callInDeinitOfObject:
      clock?.lastWords = { [unowned self] _ in controller?.unobserve(other) }
      clock = nil
    case .changeInDeinitOfObject:
      clock?.lastWords = { [unowned self] in change($0) }
      clock = nil
    }
  }
}

@Suite("An observation that ends on another thread is only silenced there", .watched)
struct ForeignEndThreadTests {
  /// Plays every retention, and all that can come next.
  private static func playAll(_ end: ForeignEnd, _ nexts: [Next]) throws {
    for retention in [Retention.retained, .unretained, .lifetimeBound] {
      for next in nexts {
        try play(end, retention, next, "\(end), \(retention), \(next)")
      }
    }
  }

  private static func play(_ end: ForeignEnd, _ retention: Retention, _ next: Next, _ comment: Comment) throws {
    weak var clock: HomeClock?
    do {
      let scene = Scene(end, retention)
      clock = scene.clock
      scene.change()
      #expect(scene.token?.isActive == true && clock?.activeObservations.count == 1, comment)
      #expect(scene.endElsewhere(), comment)
      #expect(scene.home.strayed == [], comment)

      // It is silenced, and nothing of it has been released.
      #expect(scene.token?.isActive == false, comment)
      #expect(clock?.activeObservations.isEmpty == true, comment)
      #expect(scene.controller?.activeObservations.isEmpty == true, comment)
      let calls = scene.calls.withLock { $0 }
      #expect(calls == (end == .scopeIsDropped || end == .scopeOfPathIsDropped ? 1 : 0), comment)

      // It goes.
      let isKept = retention == .retained && !end.isSequence
      scene.play(next)
      if next.isEndOfObject && isKept {
        #expect(clock != nil, comment)
        scene.controller?.unobserveAll()
      }
      #expect((clock == nil) == next.isEndOfObject, comment)
      #expect(clock?.activeRegistrations.isEmpty ?? true, comment)
      try #require(scene.releaseHandler(), comment)
      #expect(scene.captured == nil, comment)
      clock?.date += 1
      clock?.twin?.date += 1
      #expect(scene.calls.withLock { $0 } == calls && scene.home.strayed == [], comment)
      scene.controller?.unobserveAll()
      #expect(scene.controller?.core.table.contents.isEmpty ?? true, comment)
    }
    #expect(clock == nil, comment)
  }

  private static let others = Next.allCases.filter { !$0.isEndOfObject }

  @Test(
    "and goes at the next change, the next call, or the end of the controller", arguments: Era.allCases,
    ForeignEnd.allCases)
  private func goes(era: Era, end: ForeignEnd) async {
    await #expect(processExitsWith: .success) { [era = era.rawValue as Int, end = end.rawValue as String] in
      Era.use(Era(rawValue: era)!)
      try ForeignEndThreadTests.playAll(ForeignEnd(rawValue: end)!, ForeignEndThreadTests.others)
    }
  }

  @Test(
    "and goes at the end of the object, whatever the object's deinit does", arguments: Era.allCases,
    Next.allCases.filter(\.isEndOfObject))
  private func goesWithTheObject(era: Era, next: Next) async {
    await #expect(processExitsWith: .success) { [era = era.rawValue as Int, next = next.rawValue as String] in
      Era.use(Era(rawValue: era)!)
      for end in ForeignEnd.allCases { try ForeignEndThreadTests.playAll(end, [Next(rawValue: next)!]) }
    }
  }

  /// Ends the observation on another thread.
  private static func endElsewhere(_ token: ObservationToken) -> Bool { releaseElsewhere(token.scoped()) }

  // MARK: It never raises

  /// What would raise if the observation were still served.
  private enum Fault: String, CaseIterable {
    case objectReplacedQuietly, keyMissing, storageReplaced, membersWithoutValue
  }

  private final class Desk: KeyValueObject {
    @Observed var clock: Clock = Clock()
    @Observed var thing: KeyValueObject? = Clock()
    @Observed var date = 0
    func replaceQuietly(_ clock: Clock) { _clock.storedValue = clock }
    func replaceStorage() { _date = Observed(wrappedValue: 5) }
  }

  @Test("and raises nothing, whatever has become of what it observed", arguments: Era.allCases, Fault.allCases)
  private func raisesNothing(era: Era, fault: Fault) async {
    await #expect(processExitsWith: .success) { [era = era.rawValue as Int, fault = fault.rawValue as String] in
      Era.use(Era(rawValue: era)!)
      for retention in Retention.all {
        let (desk, view) = (Desk(), ClockView())
        let controller = KVOController(observer: view, retention: retention)
        func endElsewhere(_ keyPath: String) {
          #expect(
            ForeignEndThreadTests.endElsewhere(
              controller.observe(desk, keyPath: keyPath, options: [.new, .old]) { _, _, _ in Issue.record("called") }))
        }
        switch Fault(rawValue: fault)! {
        case .objectReplacedQuietly:
          let token = controller.observe(desk, \.$clock.$date) { _, _, _ in Issue.record("called") }
          #expect(ForeignEndThreadTests.endElsewhere(token))
          desk.replaceQuietly(Clock())
          desk.clock = Clock()
        case .keyMissing:
          endElsewhere("thing.date")
          desk.thing = view
        case .storageReplaced:
          endElsewhere("date")
          desk.replaceStorage()
          desk.date = 6
          controller.unobserve(view)
        case .membersWithoutValue:
          for keyPath in ["nothing", "date"] {
            endElsewhere(keyPath)
            desk.willChangeValue(forKey: keyPath, withSetMutation: .union, using: [1])
            desk.didChangeValue(forKey: keyPath, withSetMutation: .union, using: [1])
          }
        }
        #expect(desk.activeRegistrations.isEmpty)
      }
    }
  }

  // MARK: Many of them

  @Test("and leaves nothing behind, however many of them end")
  func many() {
    let (clock, view) = (Clock(), ClockView())
    let controller = view.kvoController
    var most = 0
    for _ in 1...200 {
      #expect(releaseElsewhere(controller.changes(of: clock, \.$date)))
      most = max(most, clock.activeRegistrations.count)
    }
    #expect(most == 1, "the sequence of the round before is removed when the next one is made")
    clock.date = 1
    #expect(clock.activeRegistrations.isEmpty)
    var scope: ScopedObservation? = controller.observe(clock, \.$date) { _, _, _ in }.scoped()
    weak let record = scope?.token.record
    #expect(record != nil)
    withExtendedLifetime(scope) {}
    #expect(releaseElsewhere(scope.take()))
    // The change removes it, and its table does not keep it until the next call.
    clock.date = 2
    #expect(record == nil)
    controller.unobserveAll()
  }

  @Test("and is no duplicate any more", arguments: [DuplicatePolicy.ignore, .replace, .add])
  func noDuplicate(duplicates: DuplicatePolicy) {
    let (clock, view) = (Clock(), ClockView())
    let controller = view.kvoController
    let ended = controller.observe(clock, \.$date) { _, _, _ in Issue.record("called") }
    #expect(Self.endElsewhere(ended))
    let token = controller.observe(clock, \.$date, duplicates: duplicates) { $0.valueDidChange($2) }
    #expect(token.isActive && clock.activeRegistrations.count == 1)
    clock.date = 1
    #expect(view.actions.count == 1)
  }

  @Test("and leaves nothing behind if the object's thread has taken it out before")
  func takenOutBefore() {
    let (clock, view) = (Clock(), ClockView())
    weak var table: Table?
    do {
      let controller = KVOController(observer: view)
      table = controller.core.table
      let record = controller.observe(clock, \.$date) { _, _, _ in }.record
      controller.unobserveAll()
      if let record { #expect(!record.table.silence(record)) }
    }
    #expect(table == nil)
  }
}

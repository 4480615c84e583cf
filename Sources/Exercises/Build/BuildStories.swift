import Foundation
import RawObserving

extension Check {
  /// Runs the stories of "Build a mediator" up to that step, and stops at the first that finds a fault. Of the stories
  /// of earlier steps it tells only their names.
  public func build<Attempt: MediatorExercise>(_ last: Int, _ attempt: Attempt.Type) {
    let hasFault = Locked(false)
    let isLast = Locked(false)
    let check = Check { line in
      if case .wrong = line { hasFault.withLock { $0 = true } }
      if case .right = line, !isLast.withLock(\.self) { return }
      self.write(line)
    }
    let stories = BuildStories<Attempt.Controller>(check: check)
    for (step, parts) in zip(1..., stories.all.prefix(last)) {
      isLast.withLock { $0 = step == last }
      Trace.setQuiet(step < last)
      for part in parts where !hasFault.withLock(\.self) { part() }
    }
    expectNoController()
  }
}

/// The stories, for a learner's controllers.
private struct BuildStories<Controller: MediatingController> {
  let check: Check

  private typealias Bar = BufferBar<Controller>

  /// The parts of each step.
  var all: [[() -> Void]] {
    [
      [closures], [closedTwice, endedDuringRemoval], [released], [changesMeanwhile, observesOnThreads],
      [appearsTwice], [stopsAtOnce], [waits, sharesController],
      [observesItself, isMadeAtUsedAddress, diesFirst, endsInDeinit, releasesHandler, releasesBoth],
    ]
  }

  private func expect(_ bar: Bar, _ what: String = "the bar", shows wanted: [String]) {
    check.expect(bar.shown == wanted, "\(what) shows \(wanted)", saw: "it shows \(bar.shown)")
  }

  private func expectFree(_ player: SongPlayer, _ what: String = "the player") {
    let left = player.activeRegistrations.count
    check.expect(left == 0, "\(what) has no registration left", saw: "it has \(left)")
  }

  func closures() {
    check.step("1: a bar shows how much is loaded, and the title")
    // snippet.closures
    let (player, bar) = (SongPlayer(), Bar())
    bar.show(player)
    bar.controller.observe(player, "title") { (bar: Bar, player) in bar.shown.append(player.title) }
    player.buffered = 10
    expect(bar, shows: ["10 %"])
    player.title = "Blue"
    expect(bar, shows: ["10 %", "Blue"])
    // snippet.end
    check.step("1: the bar calls unobserve(player, \"buffered\")")
    bar.controller.unobserve(player, "buffered")
    check.step("1: the bar calls unobserve(player, \"title\")")
    bar.controller.unobserve(player, "title")
    player.buffered = 20
    expect(bar, shows: ["10 %", "Blue"])
    expectFree(player)
    check.step("1: another bar shows the titles of two players, each with a handler of its own")
    // snippet.two-players
    let (current, next, titles) = (SongPlayer(), SongPlayer(), Bar())
    titles.controller.observe(current, "title") { (bar: Bar, player) in bar.shown.append(player.title) }
    titles.controller.observe(next, "title") { (bar: Bar, player) in bar.shown.append("next: \(player.title)") }
    current.title = "White"
    next.title = "Green"
    expect(titles, "the other bar", shows: ["White", "next: Green"])
    // snippet.end
    check.step("1: the other bar calls unobserve(current, \"title\")")
    titles.controller.unobserve(current, "title")
    (current.title, next.title) = ("Black", "Yellow")
    expect(titles, "the other bar", shows: ["White", "next: Green", "next: Yellow"])
    check.step("1: the other bar calls unobserve(next, \"title\")")
    titles.controller.unobserve(next, "title")
    expectFree(next, "the next player")
  }

  func closedTwice() {
    check.step("2: a bar is closed twice")
    // snippet.closed-twice
    let (player, bar) = (SongPlayer(), Bar())
    bar.show(player)
    bar.controller.unobserveAll()
    bar.controller.unobserveAll()
    check.step("2: the closed bar calls unobserve(player, \"buffered\")")
    bar.controller.unobserve(player, "buffered")
    player.buffered = 10
    expect(bar, shows: [])
    // snippet.end
    check.step("2: the bar shows the player again, and its title")
    bar.show(player)
    bar.controller.observe(player, "title") { (bar: Bar, player) in bar.shown.append(player.title) }
    player.buffered = 20
    expect(bar, shows: ["20 %"])
    check.step("2: the bar calls unobserve(player, \"buffered\")")
    bar.controller.unobserve(player, "buffered")
    player.buffered = 30
    player.title = "Blue"
    expect(bar, shows: ["20 %", "Blue"])
    check.step("2: the bar calls unobserveAll()")
    bar.controller.unobserveAll()
    expectFree(player)
  }

  func endedDuringRemoval() {
    check.step("2: an observation is ended again while its registration is being removed")
    // snippet.ended-during-removal
    let (player, bar) = (InterruptingPlayer(), Bar())
    bar.show(player)
    player.interruption = { bar.controller.unobserve(player, "buffered") }
    bar.controller.unobserve(player, "buffered")
    // snippet.end
    check.expect(player.removals == 1, "1 registration was removed", saw: "\(player.removals) were")
    expectFree(player)
  }

  func released() {
    check.step("3: a bar is released that was never closed")
    // snippet.released
    let player = SongPlayer()
    var bar: Bar? = Bar()
    bar?.show(player)
    bar = nil
    let left = player.activeRegistrations.count
    player.buffered = 10
    // snippet.end
    check.expect(left == 0, "the released bar leaves no registration", saw: "it leaves \(left)")
    expectFree(player)
    check.step("3: another bar is released that was never closed")
    bar = Bar()
    bar?.show(player)
    let trace = Weak(bar)
    bar = nil
    check.expectGone(trace, "the bar")
  }

  func changesMeanwhile() {
    check.step("4: a player changes while its observer is being removed")
    // snippet.changes-meanwhile
    let player = FrugalPlayer()
    var bar: Bar? = Bar()
    bar?.show(player)
    bar = nil
    // snippet.end
    check.expect(player.removals == 1, "1 registration was removed", saw: "\(player.removals) were")
    expectFree(player)
    check.step("4: two bars show one player, and 20 % are loaded")
    let (first, second) = (Bar(), Bar())
    first.show(player)
    second.show(player)
    player.buffered = 20
    expect(first, "the first bar", shows: ["20 %"])
    expect(second, "the second bar", shows: ["20 %"])
    let observers = Set(player.activeRegistrations.compactMap(\.observer).map(ObjectIdentifier.init)).count
    check.expect(observers == 1, "the player has 1 observer, for both bars", saw: "it has \(observers)")
    check.step("4: the first bar calls unobserveAll(), and 30 % are loaded")
    first.controller.unobserveAll()
    player.buffered = 30
    check.expect(first.shown.count == 1, "the closed bar shows 1 value", saw: "it shows \(first.shown)")
    check.step("4: the second bar calls unobserveAll()")
    second.controller.unobserveAll()
  }

  func observesOnThreads() {
    check.step("4: four threads observe players of their own")
    let counts = Locked(0)
    onThreads(4) { _ in
      for _ in 0..<4000 {
        let (player, bar) = (SongPlayer(), Bar())
        bar.show(player)
        player.buffered = 10
        bar.controller.unobserveAll()
        counts.withLock { $0 += bar.shown.count }
      }
    }
    let count = counts.withLock(\.self)
    check.expect(count == 16000, "16000 values are shown", saw: "\(count) are shown")
  }

  func appearsTwice() {
    check.step("5: a bar appears twice")
    // snippet.appears-twice
    let (player, bar) = (SongPlayer(), Bar())
    bar.show(player)
    bar.show(player)
    player.buffered = 10
    expect(bar, shows: ["10 %"])
    // snippet.end
    let count = player.activeRegistrations.count
    check.expect(count == 1, "the player has 1 registration", saw: "it has \(count)")
    check.step("5: the bar calls unobserve(player, \"buffered\")")
    bar.controller.unobserve(player, "buffered")
    player.buffered = 20
    expect(bar, shows: ["10 %"])
    expectFree(player)
    check.step("5: the bar shows two players, and ends no observation of a third")
    let other = SongPlayer()
    bar.show(player)
    bar.show(other)
    bar.controller.unobserve(SongPlayer(), "buffered")
    other.buffered = 30
    player.buffered = 40
    expect(bar, shows: ["10 %", "30 %", "40 %"])
    check.step("5: the bar calls unobserveAll()")
    bar.controller.unobserveAll()
    expectFree(other, "the other player")
  }

  func stopsAtOnce() {
    check.step("6: a bar stops in its first call")
    // snippet.stops-at-once
    let (player, bar) = (SongPlayer(), Bar())
    player.buffered = 100
    bar.controller.observe(player, "buffered", options: .initial) { (bar: Bar, player) in
      bar.shown.append("\(player.buffered) %")
      if player.buffered == 100 { bar.controller.unobserve(player, "buffered") }
    }
    let left = player.activeRegistrations.count
    player.buffered = 0
    expect(bar, shows: ["100 %"])
    // snippet.end
    check.expect(left == 0, "the first call has ended the registration", saw: "\(left) is left")
    expectFree(player)
    check.step("6: the bar shows the player again, and calls unobserveAll()")
    bar.show(player)
    player.buffered = 10
    expect(bar, shows: ["100 %", "10 %"])
    bar.controller.unobserveAll()
    expectFree(player)
  }

  func waits() {
    check.step("7: a handler waits for another thread")
    // snippet.waits
    let (player, bar) = (SongPlayer(), Bar())
    let isDone = DispatchSemaphore(value: 0)
    var late = 0
    bar.controller.observe(player, "buffered", options: .initial) { (bar: Bar, player) in
      Thread {
        let (player, bar) = (SongPlayer(), Bar())
        bar.show(player)
        bar.controller.unobserveAll()
        isDone.signal()
      }.start()
      if isDone.wait(timeout: .now() + 1) == .timedOut { late += 1 }
    }
    player.buffered = 10
    check.expect(late == 0, "the other thread is done within a second", saw: "it waits for a lock")
    // snippet.end
    for _ in 0..<late { isDone.wait() }
    bar.controller.unobserveAll()
  }

  func sharesController() {
    check.step("7: four threads use one controller")
    let bar = Bar()
    _ = bar.controller  // made before the threads share it
    let shared = Shared((bar, [SongPlayer(), SongPlayer()]))
    onThreads(4) { number in
      let (bar, players) = shared.value
      // A race need not show in any round, so there are as many as there is time for.
      let end = ContinuousClock.now + .milliseconds(500)
      var round = 0
      while round < 400 || ContinuousClock.now < end {
        round += 1
        let player = players[round % 2]
        switch number {
        case 0: bar.controller.unobserve(player, "buffered")
        case 1: bar.controller.unobserveAll()
        default: bar.controller.observe(player, "buffered", options: .initial) { (_: Bar, _: SongPlayer) in }
        }
      }
    }
    shared.value.0.controller.unobserveAll()
    for player in shared.value.1 { expectFree(player, "each player") }
  }

  func observesItself() {
    check.step("8: a player observes itself")
    // snippet.observes-itself
    var own: OwnPlayer<Controller>? = OwnPlayer()
    own?.start()
    own?.buffered = 100
    let trace = Weak(own)
    own = nil
    check.expectGone(trace, "the player")
    // snippet.end
  }

  func diesFirst() {
    check.step("8: a player is released before its bar, three times")
    let bar = Bar()
    for number in 1...3 {
      var player: SongPlayer? = SongPlayer()
      player.map(bar.show)
      player?.buffered = number
      let trace = Weak(player)
      player = nil
      check.expectGone(trace, "player \(number)")
    }
    expect(bar, shows: ["1 %", "2 %", "3 %"])
  }

  func isMadeAtUsedAddress() {
    check.step("8: players are released before their bar, which then shows a new player")
    let bar = Bar()
    var players = (1...20).map { _ in SongPlayer() }
    for player in players { bar.show(player) }
    let used = Set(players.map(ObjectIdentifier.init))
    players = []
    // An allocator need not use the memory again. If it does not, no object here can be mistaken for an earlier one.
    Trace.without {
      while players.count < 10000, !(players.last.map { used.contains(ObjectIdentifier($0)) } ?? false) {
        players.append(SongPlayer())
      }
    }
    guard let player = players.last else { return }
    player.buffered = 5
    bar.show(player)
    player.buffered = 10
    expect(bar, shows: ["10 %"])
    bar.controller.unobserveAll()
    expectFree(player)
  }

  func endsInDeinit() {
    check.step("8: a player ends its observations in its deinit")
    for ending in Ending.allCases {
      var own: OwnPlayer<Controller>? = OwnPlayer()
      own?.ending = ending
      own?.start()
      own?.buffered = 50
      let trace = Weak(own)
      own = nil
      check.expectGone(trace, "the player")
    }
  }

  func releasesHandler() {
    check.step("8: an observation is over, and its handler is released")
    let player = SongPlayer()
    var marker: Marker? = Marker()
    let traceOfMarker = Weak(marker)
    var closed: Bar? = Bar()
    closed?.controller.observe(player, "buffered") { [marker] (bar: Bar, _: SongPlayer) in
      if marker != nil { bar.shown.append("called") }
    }
    marker = nil
    closed?.controller.unobserveAll()
    check.expectGone(traceOfMarker, "what the handler captured")
    closed = nil
    expectFree(player)
    check.step("8: a second request for the same key path is over, and its handler is released")
    var second: Marker? = Marker()
    let traceOfSecond = Weak(second)
    let bar = Bar()
    bar.show(player)
    bar.controller.observe(player, "buffered") { [second] (bar: Bar, _: SongPlayer) in
      if second != nil { bar.shown.append("called") }
    }
    second = nil
    bar.controller.unobserveAll()
    check.expectGone(traceOfSecond, "what the second handler captured")
    expectFree(player)
  }

  func releasesBoth() {
    check.step("8: a bar and its player are released at the same time, on two threads")
    for _ in 0..<200 {
      let sides = Locked(openedSides())
      onThreads(2) { number in _ = sides.withLock { $0.removeValue(forKey: number) } }
    }
  }

  /// A player, and a bar that shows it.
  private func openedSides() -> [Int: Shared<AnyObject>] {
    let (player, bar) = (SongPlayer(), Bar())
    bar.show(player)
    return [0: Shared(player), 1: Shared(bar)]
  }
}

/// Carries what is not `Sendable` to other threads.
// Sound: the lazy controller is made before the threads start, no thread sets another property, and a controller's
// methods must be safe from any thread. The story checks that.
private struct Shared<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Runs the body on so many threads at once, and returns when all are done.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Void) {
  let (isReady, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  for number in 0..<count {
    Thread {
      isReady.wait()
      body(number)
      isDone.signal()
    }.start()
  }
  // Tracing takes a lock, which would keep the threads from meeting.
  Trace.without {
    for _ in 0..<count { isReady.signal() }
    for _ in 0..<count { isDone.wait() }
  }
}

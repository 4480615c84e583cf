import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Marking
@testable import Orders

/// The lines of a reader's file in every order: `scenarios orders FILE`.
@Suite("Every order of a reader's lines", .watched) struct FileOrdersTests {
  /// Plays the lines behind the common classes.
  private func play(_ text: String, _ era: Era = .classic, seconds: Int = 10, most: Int = 2000) throws -> FileOrders {
    let build = try BuiltModules(
      ["RawObserving", "ManagedObserving", "Console", "Exercises", "Recording"],
      in: BuiltScenarios.url.deletingLastPathComponent())
    let program = try OrderedFile(playing: text, shown: "lines.swift", file: "lines.swift", build)
    let player = FilePlayer(program: program, era: era, folder: nil, seconds: seconds, most: most)
    return try player.orders(of: "lines.swift") { _ in }
  }

  private func counts(_ file: FileOrders) -> [PlayedOrder.Ending: Int] {
    Dictionary(uniqueKeysWithValues: file.orders.counts.map { ($0.ending, $0.count) })
  }

  /// The states in words, and which of them are lost.
  private func states(_ file: FileOrders) throws -> (all: [String], lost: [String]) {
    let graph = try StateGraph(file.orders)
    return (graph.states.map(\.words), graph.states.filter(graph.lost.contains).map(\.words))
  }

  /// The texts of an order's lines.
  private func texts(_ file: FileOrders, _ number: Int) -> [String] {
    file.orders.orders[number - 1].lines.map { file.orders.lines.lines[$0].text }
  }

  // MARK: Endings

  @Test("by hand: which orders die, in which states, and what decides")
  func byHand() throws {
    let file = try play(Own.byHand)
    #expect(counts(file) == [.dies: 9, .well: 14])
    #expect(file.orders.causes.map(\.count) == [6, 2, 1] && file.orders.causes.allSatisfy { $0.death.cause != nil })
    let states = try states(file)
    #expect(states.all.count == 6 && states.lost == ["bar freed, a freed observer registered"])
    let deciding = try #require(DecidingSteps(file.orders, try StateGraph(file.orders)))
    #expect(deciding.rest == 14 && deciding.steps.count == 3)
    #expect(deciding.counts.values.reduce(0, +) == 9 && deciding.counts.count == 3)
    // Of the current era only the removal of what is not registered is a death.
    #expect(counts(try play(Own.byHand, .current)) == [.dies: 2, .well: 21])
  }

  @Test("through a controller: the same lines end well, and so the two files differ")
  func managed() throws {
    let (hand, managed) = (try play(Own.byHand), try play(Own.managed))
    #expect(counts(managed) == [.well: 51])
    let pairs = hand.orders.compared(with: managed.orders)
    #expect(pairs[.init(here: .dies, there: .well)]?.count == 9 && pairs[.init(here: .well, there: .well)]?.count == 14)
    #expect(pairs.values.map(\.count).reduce(0, +) == 23)
    let back = managed.orders.compared(with: hand.orders)
    #expect(back.values.map(\.count).reduce(0, +) == 51)
  }

  @Test("a closure that retains its owner leaks, with its name; nobody is called for it any more")
  func leaks() throws {
    let file = try play(
      Own.player + """
        final class Panel: KeyValueObject {
          var onChange: (() -> Void)?
          var shown = 0
        }
        var panel: Panel! = Panel()

        // in any order:
        panel.onChange = { [own = panel!] in own.shown += 1 }
        panel.shown = 2
        panel = nil
        """)
    #expect(counts(file) == [.leaks: 3, .well: 2])
    let shortest = try #require(file.orders.shortest(.leaks))
    #expect(texts(file, shortest).first == "panel.onChange = { [own = panel!] in own.shown += 1 }")
    #expect(file.orders.orders[shortest - 1].end == .leaks(["panel"]))
  }

  @Test("a call twice for one change, and one after a property that shows nothing")
  func twice() throws {
    let file = try play(Own.careful)
    #expect(counts(file) == [.dies: 3, .twice: 3, .well: 29])
    let graph = try StateGraph(file.orders)
    #expect(file.parts == ["whether view.player is nil"])
    #expect(graph.states.map(\.words).contains("view registered, view.player is nil"))
  }

  @Test("what only a closure of a variable holds is no leak, once the variable is nil")
  func heldByAClosure() throws {
    let file = try play(
      Own.player + """
        final class Panel: KeyValueObject { var onClose: (() -> Void)? }
        var panel: Panel! = Panel()
        var player: Player! = Player()

        // in any order:
        panel.onClose = { [held = player!] in held.rate = 0 }
        player = nil
        """)
    #expect(counts(file) == [.well: 2])
  }

  @Test("an observer that nothing leads to is called too late, though it lives; one in a view is not")
  func late() throws {
    let file = try play(
      Own.player + """
        final class Keeper: KeyValueObject {
          var own: (() -> Void)?
          override func observeValue(
            forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
          ) {}
        }
        let player = Player()
        var keeper: Keeper! = Keeper()
        keeper.own = { [keeper] in _ = keeper }

        // in any order:
        player.addObserver(keeper, forKeyPath: "rate")
        keeper = nil
        player.rate = 1
        """, .current)
    // It leaks in each order; in the one in which it is called after it was let go, that happens too.
    #expect(counts(file)[.leaks] == file.orders.orders.count)
    let late = file.orders.orders.filter { $0.happenings.contains(.late) }
    #expect(late.map { $0.lines } == [[0, 1, 2]])
  }

  @Test("a call before the change, a first call, and a call for a change that a call makes are no second calls")
  func oneCallEach() throws {
    let file = try play(
      Own.player + """
        final class Echo: KeyValueObject {
          override func observeValue(
            forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
          ) {
            let player = object as! Player
            if !change.isPrior, player.rate < 3 { player.rate += 1 }
          }
        }
        let player = Player()
        let echo = Echo()

        // in any order:
        player.addObserver(echo, forKeyPath: "rate", options: [.prior, .initial])
        player.rate = 1
        """)
    #expect(counts(file) == [.well: 2], "\(file.orders.orders.map(\.happenings))")
  }

  @Test("two observers of one class, two paths and two objects are not one that is called twice")
  func severalReceivers() throws {
    let file = try play(
      Own.player + """
        let (player, other, bar, second) = (Player(), Player(), Bar(), Bar())

        // in any order:
        player.addObserver(bar, forKeyPath: "rate"); player.addObserver(second, forKeyPath: "rate")
        other.addObserver(bar, forKeyPath: "rate")
        player.rate = 1; other.rate = 1
        """, .current)
    #expect(counts(file) == [.well: 6])
  }

  @Test("checks after each line and at the end are ordinary preconditions")
  func checks() throws {
    let file = try play(
      Own.player + """
        var shown = 0
        var player: Player! = Player()

        // IN ANY ORDER
        shown = player.rate
        player.rate = 1  // then
        player.rate = 2

        // after each line:
        precondition(shown <= player.rate, "from the future")
        // at the end:
        precondition(shown != 1, "half done")
        """)
    #expect(counts(file) == [.breaks: 1, .well: 2])
    let number = try #require(file.orders.shortest(.breaks))
    #expect(texts(file, number) == ["player.rate = 1", "shown = player.rate", "player.rate = 2"])
    #expect(file.orders.orders[number - 1].death?.message == "half done")
  }

  @Test("the state in which a check at the end breaks says so, and what is different there")
  func checkAtTheEnd() throws {
    let file = try play(
      Own.player + """
        var log: [String] = []
        var player: Player! = Player()

        // in any order:
        log.append("shown")
        player = nil

        // at the end:
        precondition(log == ["shown"])
        """)
    #expect(counts(file) == [.breaks: 1, .well: 1])
    let graph = try StateGraph(file.orders)
    let ends = graph.states.filter { graph.edges[$0] == nil }
    #expect(ends.map(\.words) == ["all freed, log is empty", "all freed, log is not empty"])
    #expect(ends.map { graph.badEnd($0) } == ["a check breaks", nil])
  }

  @Test("a line that hangs, one that leaves the program, and one that throws")
  func others() throws {
    let file = try play(
      Own.player + """
        import Foundation
        struct Problem: Error {}
        func fail() throws { throw Problem() }
        var player: Player! = Player()

        // in any order:
        while player.rate == 0 { usleep(1000) }
        exit(3)
        try fail()
        """, seconds: 1)
    #expect(counts(file) == [.hangs: 1, .exits: 1, .dies: 1])
    let messages = file.orders.orders.map { $0.death?.message ?? "" }
    #expect(messages[1].contains("exit code 3") && messages[2].contains("Error raised at top level: Problem()"))
  }

  // MARK: Which lines can run

  @Test("a line waits for what it unwraps, and // then for the line before")
  func needs() throws {
    let file = try play(
      Own.player + """
        final class Owner { var player: Player? = Player() }
        let owner = Owner()
        weak var player: Player! = owner.player
        var other: Player?

        // in any order:
        other = Player(); other!.rate = 1
        other!.rate = 2
        owner.player!.rate = 3
        if let player { player.rate = 4 }
        if player != nil { player.rate = 5 }
        owner.player = nil
        """)
    #expect(file.orders.lines.lines.map(\.needs) == [[], ["other"], ["owner.player"], [], [], []])
    for order in file.orders.orders {
      let lines = order.lines
      #expect(lines.firstIndex(of: 1).map { lines[..<$0].contains(0) } ?? true)
      #expect(lines.firstIndex(of: 2).map { !lines[..<$0].contains(5) } ?? true)
    }
  }

  @Test("what is awaited is awaited, and what a line leaves for the main actor runs after it")
  func awaiting() throws {
    let file = try play(
      Own.player + """
        @MainActor final class Loader {
          var done: (() -> Void)?
          func load() async { await Task.yield(); done?() }
        }
        let loader = Loader()
        var player: Player! = Player()

        // in any order:
        loader.done = { [weak player] in player?.rate = 1 }
        await loader.load()
        Task { loader.done = nil }
        player = nil
        """)
    #expect(file.unsteady == nil && file.conflict == nil)
    #expect(counts(file)[.dies] == nil)
    let loaded = try #require(file.orders.orders.first { $0.lines.starts(with: [0, 1]) })
    #expect(loaded.steps[1].state?.words.contains("player.rate is 1") ?? false || file.parts.isEmpty)
  }

  @Test("a call twice for a change that another call makes")
  func twiceInside() throws {
    let file = try play(
      Own.player + """
        final class Chain: KeyValueObject {
          let next = Player()
          override func observeValue(
            forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
          ) { next.rate += 1 }
        }
        let (player, chain, bar) = (Player(), Chain(), Bar())
        player.addObserver(chain, forKeyPath: "rate")
        for _ in 1...2 { chain.next.addObserver(bar, forKeyPath: "rate") }

        // in any order:
        player.rate = 1
        """)
    #expect(counts(file) == [.twice: 1])
  }

  @Test("one change of which an observer is told for two objects is no call twice")
  func twoObjects() throws {
    let file = try play(
      Own.player + """
        final class Band: KeyValueObject {
          @Observed var player = Player()
          var rate: Int { player.rate }
          override class var computedKeys: [ComputedKey] {
            super.computedKeys + [ComputedKey("rate", \\Band.rate, dependsOn: \\.$player.$rate)]
          }
        }
        let (band, bar) = (Band(), Bar())
        band.addObserver(bar, forKeyPath: "rate")
        band.player.addObserver(bar, forKeyPath: "rate")

        // in any order:
        band.player.rate = 1
        """)
    #expect(counts(file) == [.well: 1])
  }

  @Test("what a line leaves for the main actor is done before the next line")
  func left() throws {
    let file = try play("// in any order:\nTask { print(\"left\") }\nprint(\"line\")\n")
    #expect(file.orders.lastPrinted.mapValues(\.count) == ["line": 1, "left": 1])
  }

  @Test("a shared mediator in a static variable is no leak and no part of a state, and names who is registered")
  func ownMediator() throws {
    let file = try play(
      Own.player + """
        final class Mediator: KeyValueObject {
          nonisolated(unsafe) private static let shared = Mediator()
          static func observe(_ player: Player) { player.addObserver(shared, forKeyPath: "rate") }
          static func stop(_ player: Player) { player.removeObserver(shared, forKeyPath: "rate") }
          override func observeValue(
            forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
          ) {}
        }
        var player: Player! = Player()

        // in any order:
        Mediator.observe(player)  // then
        Mediator.stop(player)
        player = nil
        """)
    #expect(counts(file) == [.dies: 1, .well: 2])
    #expect(try states(file).all == ["no registration", "Mediator.shared registered", "all freed"])
  }

  @Test("what a shared object in a static constant keeps tells states apart, if nothing else does")
  func shared() throws {
    let file = try play(
      Own.player + """
        @MainActor final class Stack {
          static let main = Stack()
          private var pages: [Bar] = []
          func push(_ bar: Bar) { pages.append(bar) }
          func pop() { _ = pages.popLast() }
        }
        let player = Player()
        var bar: Bar! = Bar()

        // in any order:
        Stack.main.push(bar)
        player.addObserver(bar, forKeyPath: "rate")
        player.rate = 1
        bar = nil
        Stack.main.pop()
        """)
    #expect(counts(file) == [.dies: 9, .well: 61])
    #expect(file.parts == ["whether Stack.main.pages is empty"])
  }

  @Test("two states that differ in a part that has several values have different names")
  func severalValues() throws {
    let file = try play(
      Own.player + """
        final class Form: KeyValueObject {
          var (asked, shown) = ([false, false], 0)
          func ask(_ index: Int) { asked[index] = true; shown += 1 }
        }
        let form = Form()
        let player = Player()

        // in any order:
        form.ask(0)
        form.ask(1)
        form.asked = [false, false]
        player.rate = form.asked[0] ? 1 : 2
        precondition(player.rate < 2 || form.asked != [true, true])
        """)
    let words = try states(file).all
    #expect(Set(words).count == words.count, "\(words)")
  }

  @Test("an object that a static variable holds can still be let go of: the order is not over")
  func heldByStatic() throws {
    let file = try play(
      Own.player + """
        @MainActor enum App {}
        extension App { static var player: Player? }
        var bar: Bar?

        // in any order:
        App.player = Player()
        bar = Bar()
        App.player?.addObserver(bar!, forKeyPath: "rate")
        App.player = nil
        """)
    let (own, other) = (file.orders.orders.map(\.lines), [0, 1, 2, 3])
    #expect(own.contains(other) && counts(file)[.dies] == 2 && counts(file)[.leaks] == nil, "\(counts(file))")
  }

  @Test("an object that is made by reading a constant has one name, and what is behind it is known from the beginning")
  func madeByReading() throws {
    let file = try play(
      Own.player + """
        final class Settings: KeyValueObject {
          nonisolated(unsafe) static let shared = Settings()
          @Observed var theme = ""
        }
        final class Window: KeyValueObject {
          func open() { kvoController.observe(Settings.shared, \\.$theme) { _, _, _ in } }
        }
        var window: Window! = Window()

        // in any order:
        window.open()
        Settings.shared.theme = "dark"
        window = nil
        """)
    #expect(counts(file) == [.well: 5])
    let words = file.orders.places.map(\.state.words)
    #expect(words.allSatisfy { !$0.contains("shared 2") && !$0.contains("object") }, "\(words)")
  }

  @Test("where clearing up ends the process, what a closure may hold is still said")
  func clearingDies() throws {
    let file = try play(
      Own.player + """
        var player: Player! = Player()
        var bar: Bar? = Bar()
        var handlers: [() -> Void] = []

        // in any order:
        player.addObserver(bar!, forKeyPath: "rate")
        handlers.append { [bar] in print(bar!) }
        bar = nil
        """)
    let leaks = file.orders.orders.compactMap { if case .leaks(_, let closures) = $0.end { closures } else { nil } }
    #expect(leaks.allSatisfy { $0 == ["handlers"] })
  }

  @Test("a plain class to which no variable ever led is named")
  func unseenClasses() throws {
    let file = try play(
      Own.player + """
        class Node { var next: Node? }
        final class Leaf: Node {}
        final class Cell { var other: Cell? }
        final class Seen {}
        func cycle() { let (one, other) = (Cell(), Cell()); (one.other, other.other) = (other, one) }
        let player = Player()
        let seen = Seen()

        // in any order:
        cycle()
        player.rate = 1
        """)
    #expect(file.unseenClasses == ["Cell"])
  }

  @Test("of a structure the property is told that decides")
  func structure() throws {
    let file = try play(
      Own.player + """
        struct Office { var players = [Player()]; var bar: Bar? = Bar(); var archive: [Player] = [] }
        var office = Office()

        // in any order:
        office.archive += office.players; office.players = []
        office.archive.first?.rate = 1
        office.archive = []
        """)
    #expect(counts(file) == [.well: 6])
    #expect(file.parts == ["whether office.archive is empty"])
  }

  @Test("a private static variable that decides is a part of the state") func staticMemory() throws {
    let file = try play(
      Own.player + """
        enum Memory {
          nonisolated(unsafe) private static var last = ""
          static func note(_ text: String) { last = text }
          static func isEven() -> Bool { last == "b" }
        }
        let player = Player()

        // in any order:
        Memory.note("a")
        Memory.note("b")
        if Memory.isEven() { player.rate = -1 }
        """)
    #expect(file.orders.orders.count == 6 && file.hasStates)
  }

  @Test(
    "what a static variable holds is kept, whatever its type, and is no leak",
    arguments: [
      "static var kept: Player?; static func keep(_ player: Player) { kept = player }",
      "static var kept: [Player] = []; static func keep(_ player: Player) { kept.append(player) }",
      "static let kept = Box(); static func keep(_ player: Player) { kept.player = player }",
    ])
  func statics(_ members: String) throws {
    let file = try play(
      Own.player + """
        final class Box { var player: Player? }
        @MainActor enum Registry { \(members) }
        var player: Player! = Player()

        // in any order:
        Registry.keep(player)
        player.rate = 1
        player = nil
        """)
    #expect(counts(file) == [.well: 5])
    // What a constant holds is looked at where something seems to be lost, and is no part of a state.
    if members.contains("static let") { return }
    let words = try states(file).all
    #expect(words.contains { $0.hasPrefix("player kept alive") } && words.contains("all freed"))
    #expect(words.count == 4 && file.parts == ["whether Registry.kept is \(members.contains("[") ? "empty" : "nil")"])
  }

  @Test("contexts are called what the file calls them, whichever is used first")
  func contexts() throws {
    let file = try play(
      Own.player + """
        enum Part {
          nonisolated(unsafe) private static var header = 0
          nonisolated(unsafe) fileprivate static let footer = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
          @MainActor static func add(_ bar: Bar) { player.addObserver(bar, forKeyPath: "rate", context: &header) }
        }
        let player = Player()
        let bar = Bar()

        // in any order:
        Part.add(bar)
        player.addObserver(bar, forKeyPath: "rate", context: Part.footer)
        """, .current)
    let words = try states(file).all
    #expect(
      words.count == 4 && words.contains("bar registered as header") && words.contains("bar registered as footer"))
  }

  @Test("a property that does not retain is no way to an object, and a dead unowned one is not read")
  func unretaining() throws {
    let file = try play(
      Own.player + """
        final class Pair: KeyValueObject {
          weak var first: Player?
          unowned var second: Player
          init(_ player: Player) { (first, second) = (player, player) }
        }
        var player: Player! = Player()
        let pair = Pair(player)

        // in any order:
        player.rate = 1
        player = nil
        pair.first?.rate = 2
        """)
    #expect(counts(file) == [.well: 5] && file.unsteady == nil)
    #expect(try states(file).all.contains("player freed"))
  }

  @Test("what turns out not to be needed tells no states apart: whether a number is 0, where its value decides")
  func needed() throws {
    let file = try play(
      Own.player + """
        let (first, second, one, other) = (Player(), Player(), Bar(), Bar())
        first.addObserver(one, forKeyPath: "rate")
        second.addObserver(other, forKeyPath: "rate")
        var count = 0

        // in any order:
        count += 1
        count += 1
        if count > 0 { (count == 1 ? first : second).rate = 1 }
        """, .current)
    #expect(file.parts == ["what count is"])
  }

  @Test("where no line can run there is one order, without a line")
  func none() throws {
    let file = try play(Own.player + "var player: Player?\n// in any order:\nplayer!.rate = 1\n")
    #expect(file.orders.orders.count == 1 && counts(file) == [.well: 1])
  }

  // MARK: Where there is no table

  @Test("state that nothing shows is noticed, with the two beginnings")
  func hidden() throws {
    let file = try play(
      Own.player + """
        @MainActor func memory() -> (note: (String) -> Void, isEven: () -> Bool) {
          var last = ""
          return ({ last = $0 }, { last == "b" })
        }
        let (note, isEven) = memory()

        // in any order:
        note("a")
        note("b")
        if isEven() { fatalError() }
        """, .current)
    // Both orders of the first two lines lead to what looks like one place, and of one of them the third line dies.
    #expect(counts(file) == [.dies: 2, .well: 4] && file.unsteady == nil)
    let conflict = try #require(file.conflict)
    #expect(conflict.count == 2 && conflict.allSatisfy { $0.last == 2 })
  }

  @Test("what comes from a thread by chance is noticed, and no table is printed")
  func unsteady() throws {
    let file = try play(
      Own.player + """
        import Foundation
        nonisolated(unsafe) let player = Player()

        // in any order:
        DispatchQueue.global().async { player.rate = Int.random(in: 1...1_000_000_000) }
        usleep(30_000)
        print(player.rate)
        """, .current)
    #expect(file.unsteady != nil && !file.hasStates)
  }

  @Test("more orders than can be played: it says after how many lines it stopped")
  func tooMany() throws {
    let lines = (1...6).map { "numbers[\($0)] = \($0)" }.joined(separator: "\n")
    let text = Own.player + "var numbers: [Int: Int] = [:]\nlet player = Player()\n\n// in any order:\n\(lines)\n"
    let file = try play(text, most: 60)
    // 1 + 6 + 30 places, and then 60 more would follow.
    #expect(file.cutAfter == 2 && file.placeCount == 37)
    #expect(file.orders.orders.allSatisfy { $0.lines.count == 2 && $0.end == .cut })
    #expect(try play(text).orders.orders.count == 720)
  }
}

/// Programs whose last lines may run in any order.
enum Own {
  static let player = """
    import ManagedObserving
    import RawObserving

    final class Player: KeyValueObject { @Observed var rate = 0 }
    final class Bar: KeyValueObject {
      func show(_ rate: Int) {}
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
      ) {}
    }

    """

  static let byHand =
    player + """
      var player: Player! = Player()
      var bar: Bar! = Bar()

      // in any order:
      player.addObserver(bar, forKeyPath: "rate")
      player.rate = 1
      player.removeObserver(bar, forKeyPath: "rate")
      bar = nil
      player = nil
      """

  static let managed =
    player + """
      var player: Player! = Player()
      var bar: Bar! = Bar()

      // in any order:
      bar.kvoController.observe(player, \\.$rate) { bar, _, change in bar.show(change.value) }
      player.rate = 1
      bar.kvoController.unobserve(player, \\.$rate)
      bar = nil
      player = nil
      """

  /// A view that retains what it observes, and removes itself in its deinit.
  static let careful =
    player + """
      final class View: KeyValueObject {
        var player: Player?
        func start(_ player: Player) {
          self.player = player
          player.addObserver(self, forKeyPath: "rate")
        }
        func stop() {
          player?.removeObserver(self, forKeyPath: "rate")
          player = nil
        }
        override func observeValue(
          forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
        ) {}
        deinit { stop() }
      }
      let player = Player()
      var view: View! = View()

      // in any order:
      view.start(player)
      view.start(player)
      player.rate = 1
      view.stop()
      view = nil
      """
}

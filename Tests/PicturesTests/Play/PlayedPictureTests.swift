import Foundation
import TestSupport
import Testing

@testable import Harness
@testable import Pictures

/// What a picture says besides what happens: values, lines, who keeps whom, which registration is meant.
@Suite("The pictures of played programs", .watched, .long) struct PlayedPictureTests {
  private static let head = PlayTests.head

  private func play(_ text: String, named name: String = "program.swift", limit: Int = 20) throws -> PlayedRun {
    try PlayTests().play(text, named: name, limit: limit)
  }

  private func titles(_ run: PlayedRun) -> [String] { PlayTests().titles(run) }
  private func leaked(_ run: PlayedRun) -> [String] { PlayTests().leaked(run) }

  /// What is drawn after the step of that title, in lines.
  private func holdings(_ run: PlayedRun, after title: String) throws -> [String] {
    let picture = run.side.picture
    let step = try #require(picture.steps.firstIndex { $0.title == title }, "\(titles(run))")
    return Ownership.lines(of: picture, at: step + 1)
  }

  private func drawn(_ run: PlayedRun, _ columns: Int) -> [String] {
    TextPainter.lines(of: Timeline.scene(of: [run.side], columns: columns))
  }

  @Test("properties have the values that were read, and a variable that lost its object is nil")
  func values() throws {
    let run = try play(NewProgram.text)
    #expect(try holdings(run, after: "the clock is made").contains("clock: date = 0"))
    #expect(try holdings(run, after: "clock.date: 0 → 1").contains("clock: date = 1"))
    #expect(try !holdings(run, after: "the view is called: new 1").contains("the program: view = nil"))
    let end = try holdings(run, after: "the program ends")
    #expect(end.contains("clock: date = 2") && end.contains("the program: view = nil"))
    #expect(!end.contains("clock: date = 1") && end.contains("the program: clock → clock"))
    let drawing = TextPainter.lines(of: Ownership.scene(of: run.side.picture, at: 10), step: 10).joined()
    #expect(drawing.contains("date = 2") && drawing.contains("view = nil"))
  }

  @Test("a value that no setter reports is read all the same, and none is told of a description of the program's own")
  func silentValues() throws {
    let run = try play(
      Self.head + """
        struct Secret: CustomStringConvertible {
          var description: String { fatalError("called by the recorder") }
        }
        enum Described: CustomStringConvertible {
          case one
          var description: String { fatalError("called by the recorder") }
        }
        enum Debugged: CustomDebugStringConvertible {
          case one
          var debugDescription: String { fatalError("called by the recorder") }
        }
        enum Streamed: TextOutputStreamable {
          case one
          func write<Target: TextOutputStream>(to target: inout Target) { fatalError("called by the recorder") }
        }
        enum State { case on, off }
        struct Box {
          var size = 1
          var secret = Debugged.one
        }
        final class Model: KeyValueObject {
          @Observed var date = 0
          @Observed var names: [String] = []
          var state = State.off
          var secret = Secret()
          var secret1 = Described.one
          var secret2 = Debugged.one
          var secret3 = Streamed.one
          @Observed var open = Described.one
          @Observed var boxes: [Box] = []
          func cheat() { _date.storedValue = 5 }
        }
        let model = Model()
        model.cheat()
        model.names.append("a")
        model.state = .on
        model.open = .one
        model.boxes = [Box()]
        print("end")
        """)
    #expect(run.ending == .exited(0))
    let end = try holdings(run, after: "the program ends")
    #expect(
      end.contains("model: date = 5") && end.contains("model: names = [\"a\"]") && end.contains("model: state = on"))
    #expect(!end.contains { $0.contains("secret") })
    #expect(titles(run).contains("model.open: Described → Described"))
    #expect(titles(run).contains("model.boxes: [] → [Box(size: 1, secret: Debugged)]"), "\(titles(run))")
  }

  @Test("of many objects, nothing is told that was read when they were few")
  func many() throws {
    let run = try play(
      Self.head + """
        final class Part: KeyValueObject {
          var other: Part?
          var count = 1
        }
        var first: Part? = Part()
        first?.other = first
        print("few")
        var crowd: [Part] = []
        for _ in 1...70 { crowd.append(Part()) }
        crowd[0].other = first
        first?.other = nil
        first?.count = 2
        first = nil
        print("many")
        """)
    #expect(try holdings(run, after: "“few”").contains("first: count = 1"))
    #expect(try !holdings(run, after: "“many”").contains { $0.hasPrefix("first: count") })
    #expect(leaked(run).isEmpty)
    #expect(
      run.side.picture.steps.last?.sentence
        == "The program ends. 71 objects are alive. Not all references were recorded.")
    let fewer = try play(
      Self.head + """
        let clock = Clock()
        var crowd: [Clock] = []
        for _ in 1...70 { crowd.append(Clock()) }
        crowd = []
        clock.date = 1
        """)
    #expect(try holdings(fewer, after: "the program ends").contains("clock: date = 1"))
    #expect(fewer.side.picture.steps.last?.sentence.contains("the variable clock leads to it") == true)
  }

  @Test("a variable is drawn as nil as long as it is nil")
  func emptied() throws {
    let box = try play(
      Self.head + """
        var box: Any? = View()
        box = nil
        print("empty")
        box = 3
        print("full")
        """)
    #expect(try holdings(box, after: "“empty”").contains("the program: box = nil"))
    #expect(try !holdings(box, after: "“full”").contains("the program: box = nil"))
    let beside = try play(
      Self.head + """
        let clock = Clock()
        var view: View? = View()
        view = nil
        print("empty")
        let thread = Thread { print("beside") }
        thread.start()
        while !thread.isFinished { usleep(1000) }
        usleep(50000)
        print("alone")
        clock.date = 1
        """)
    #expect(try holdings(beside, after: "“empty”").contains("the program: view = nil"))
    #expect(try holdings(beside, after: "clock.date: 0 → 1").contains("the program: view = nil"))
  }

  @Test("a variable of a scope that has ended is not drawn as nil")
  func endedScope() throws {
    let run = try play(
      Self.head + """
        func open() {
          var inner: View? = View()
          inner = nil
          print("opened")
        }
        open()
        let clock = Clock()
        clock.date = 1
        """)
    #expect(try holdings(run, after: "the inner is deallocated").contains("open: inner = nil"))
    #expect(try !holdings(run, after: "clock.date: 0 → 1").contains { $0.contains("inner =") })
  }

  @Test("a retain cycle is told in a sentence, from whom to whom")
  func cycle() throws {
    let run = try play(
      """
      import ManagedObserving
      import RawObserving
      final class Clock: KeyValueObject { @Observed var date = 0 }
      final class View: KeyValueObject {
        func start(_ clock: Clock) {
          kvoController.observe(clock, \\.$date) { _, _, change in self.show(change.value) }
        }
        func show(_ date: Int) {}
      }
      let clock = Clock()
      var view: View? = View()
      view?.start(clock)
      view = nil
      clock.date = 1
      """)
    let closing = run.side.picture.closing
    #expect(
      closing == [
        .init(
          text: "The view is never freed: it holds the view's controller (kvoController), which holds it "
            + "(the closure of line 6).", isBad: true)
      ])
    let last = try #require(run.side.picture.steps.last)
    #expect(last.isBad == true && last.title == "the program ends, and the view is never freed")
    #expect(leaked(run) == ["view", "view's controller"])
  }

  @Test("what a global, a static variable or a closure may hold is not called a leak")
  func noLeak() throws {
    let held = try play(
      Self.head + """
        final class Part: KeyValueObject { var other: Part? }
        enum Shared { nonisolated(unsafe) static let part = Part() }
        let clock = Clock()
        Shared.part.other = Shared.part
        """)
    #expect(held.side.picture.closing.allSatisfy { !$0.isBad } && leaked(held).isEmpty)
    #expect(held.side.picture.closing.count == 1)
    let extended = try play(
      Self.head + """
        final class Part: KeyValueObject { var other: Part? }
        enum Shared {}
        extension Shared { nonisolated(unsafe) static let part = Part() }
        let clock = Clock()
        Shared.part.other = Shared.part
        """)
    #expect(extended.side.picture.closing.allSatisfy { !$0.isBad } && leaked(extended).isEmpty)
    #expect(extended.side.picture.closing.count == 1)
    let closure = try play(
      Self.head + """
        final class Part: KeyValueObject {
          var other: Part?
          var uses = 0
        }
        func make() -> () -> Void {
          let hidden = Part()
          hidden.other = hidden
          return { hidden.uses += 1 }
        }
        let tick = make()
        tick()
        """)
    #expect(closure.side.picture.closing.allSatisfy { !$0.isBad } && leaked(closure).isEmpty)
    #expect(closure.side.picture.closing.map(\.text).first?.hasSuffix("captured it.") == true)
    #expect(try play(Self.head + "let clock = Clock()\nclock.date = 1\n").side.picture.closing.isEmpty)
  }

  @Test("what the last statement changes is seen, and told of")
  func lastStatement() throws {
    let run = try play(
      """
      import RawObserving
      final class Screen: KeyValueObject {
        var done: (() -> Void)?
        var count = 0
        func start() { done = { self.count += 1 } }
      }
      var screen: Screen? = Screen()
      screen!.start()
      screen!.done!()
      screen = nil
      """)
    #expect(
      run.side.picture.closing == [
        .init(
          text:
            "The screen is still alive, and no variable that is recorded leads to it. The closure of line 5 captured "
            + "it.", isBad: false)
      ])
    #expect(try holdings(run, after: "screen = nil").contains("the program: screen = nil"))
    #expect(titles(run).last == "the program ends")
  }

  @Test("what is printed after a deinit is not told as printed in it")
  func printedAfter() throws {
    let run = try play(Self.head + "var view: View? = View()\nview = nil\nprint(\"after\")\nlet clock = Clock()\n")
    #expect(titles(run).contains("“after”"), "\(titles(run))")
  }

  @Test("each row has the number of its line", arguments: [60, 80, 120])
  func lineNumbers(columns: Int) throws {
    let run = try play(NewProgram.text)
    let rows = drawn(run, columns)
    let source = NewProgram.text.components(separatedBy: "\n")
    let line = try #require(source.firstIndex(of: "clock.date = 2")) + 1
    #expect(rows.contains { $0.hasPrefix("   9   \(line) clock.date: 1 → 2") }, "\(rows)")
    #expect(rows.contains { $0.hasPrefix("step line") } && rows.allSatisfy { $0.count <= columns })
    #expect(rows.contains { $0.hasPrefix("  10      the program ends") })
  }

  @Test("a death names the line where the observer was added")
  func deathLines() throws {
    func closing(_ text: String) throws -> [String] {
      try play(Self.head + text).side.picture.closing.map(\.text)
    }
    let first = Self.head.components(separatedBy: "\n").count
    #expect(
      try closing(
        "let clock = Clock()\nvar view: View? = View()\nclock.addObserver(view!, forKeyPath: \"date\")\nview = nil\nclock.date = 1\n"
      )
        == ["The clock has a registration for the view, added in line \(first + 2), and the view is deallocated."])
    #expect(
      try closing(
        "let view = View()\nvar clock: Clock? = Clock()\nclock!.addObserver(view, forKeyPath: \"date\")\nclock = nil\n")
        == ["The clock still has a registration for the view, added in line \(first + 2)."])
  }

  @Test("a death in a call names that call's line, even after another call inside it")
  func deathAfterNestedCall() throws {
    let run = try play(
      Self.head + """
        final class Relay: KeyValueObject {
          var next: Clock?
          override func observeValue(
            forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
          ) {
            next?.date += 1
            super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
          }
        }
        let (clock, other, view, relay) = (Clock(), Clock(), View(), Relay())
        relay.next = other
        other.addObserver(view, forKeyPath: "date")
        clock.addObserver(relay, forKeyPath: "date")
        clock.date = 1
        """)
    let line = Self.head.components(separatedBy: "\n").count + 12
    #expect(
      run.side.picture.closing.map(\.text)
        == ["The clock called the relay for the registration added in line \(line)."])
  }

  private static let which = """
    import ManagedObserving
    import RawObserving
    final class Load: KeyValueObject {
      @Observed var size = 0
      @Observed var name = ""
    }
    final class Bar: KeyValueObject {
      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
      ) {}
    }
    let load = Load()
    let bar = Bar()
    load.addObserver(bar, forKeyPath: "size")
    load.addObserver(bar, forKeyPath: "size")
    load.size = 1
    load.removeObserver(bar, forKeyPath: "size")
    load.removeObserver(bar, forKeyPath: "size")
    bar.kvoController.observe(load, \\.$size) { _, _, _ in }
    bar.kvoController.observe(load, \\.$name) { _, _, _ in }
    bar.kvoController.unobserve(load, \\.$size)
    bar.kvoController.unobserve(load, \\.$name)
    """

  @Test("of two registrations, the one that is meant is named")
  func which() throws {
    let run = try play(Self.which)
    let titles = titles(run)
    #expect(
      titles.contains("the bar is called (added in line 15)")
        && titles.contains("the bar is called again (added in line 14)"),
      "\(titles)")
    #expect(
      titles.contains("the bar is removed, for size (added in line 15)")
        && titles.contains("the bar is removed, for size"))
    #expect(
      titles.contains("the bar stops observing load.size") && titles.contains("the bar stops observing load"))
  }

  @Test("two programs: until which step they are the same, and where they part")
  func parting() throws {
    let one = try play(NewProgram.text, named: "one.swift")
    let two = try play(NewProgram.text.replacing("view = nil\n", with: ""), named: "two.swift")
    let line = try #require(NewProgram.text.components(separatedBy: "\n").firstIndex(of: "view = nil")) + 1
    #expect(
      Alignment.parting(of: (one.side, two.side))
        == "The first 5 steps of one.swift and two.swift are the same. Then in one.swift, line \(line): the view is released, its "
        + "deinit begins; in two.swift, line \(line): clock.date: 1 → 2.")
    #expect(
      Alignment.parting(of: (one.side, one.side)) == "All 10 steps of one.swift and one.swift are the same.")
    // In a file with one line more, the same happens a line later.
    let later = try play("\n" + Self.which, named: "later.swift")
    let which = try play(Self.which, named: "which.swift")
    #expect(titles(later) != titles(which))
    #expect(
      Alignment.parting(of: (which.side, later.side)).hasPrefix("All \(titles(which).count) steps of which.swift"))
  }

  @Test("the first program by hand ends by itself")
  func rawFirst() throws {
    let run = try play(NewProgram.raw)
    #expect(run.ending == .exited(0) && run.printed == ["the view shows 1"] && run.side.picture.closing.isEmpty)
  }

  @Test("a death leads to the card of which nothing is in doubt, and another one to none")
  func cards() throws {
    #expect(
      Pitfall.decided(by: "*** RawObserving: Assign to _date.storedValue instead of _date", nil)?.name
        == "backing-storage")
    #expect(Pitfall.decided(by: "Fatal error: no clock", nil) == nil && Pitfall.decided(by: "", nil) == nil)
    func death(_ text: String) throws -> Picture.Death? { try play(Self.head + text).side.picture.death }
    let add = "clock!.addObserver(view!, forKeyPath: \"date\")\n"
    let both = "var clock: Clock? = Clock()\nvar view: View? = View()\n"
    #expect(try death(both + add + "view = nil\nclock!.date = 1\n") == .observerIsGone)
    #expect(try death(both + add + "clock = nil\n") == .observedWithOthers)
    #expect(try death(both + "clock!.removeObserver(view!, forKeyPath: \"date\")\n") == nil)
    #expect(
      try death("var clock: Clock? = Clock()\nclock!.addObserver(clock!, forKeyPath: \"date\")\nclock = nil\n")
        == .observedByItself)
  }
}

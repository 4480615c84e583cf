import Foundation
import RawObserving
import TestSupport
import Testing

@testable import Marking
@testable import Pictures
@testable import Recording

/// Programs of kinds that a recorder may misread. Each says what it does itself.
@Suite("Play: what is drawn of any program is true", .watched, .long) struct PlayedTruthTests {
  private func play(_ text: String, era: Era = .classic, megabytes: Int = 1) throws -> PlayedRun {
    let folder = FileManager.default.temporaryDirectory.appending(path: "play-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "program.swift")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return try PlayedRun(file.path, limit: 20, era: era, megabytes: megabytes, isColoured: false)
  }

  /// Who refers to whom, by what and how, at any time: `node → root by parent, weak`.
  private func references(_ run: PlayedRun) -> Set<String> {
    Set(
      run.recorded.events.filter { $0.what == .refers }.map { event in
        "\(event.object ?? "") → \(event.other ?? "") by \(event.by ?? ""), \(event.strength?.rawValue ?? "")"
      })
  }

  /// Which variable holds which object, at any time.
  private func holdings(_ run: PlayedRun) -> Set<String> {
    Set(run.recorded.events.filter { $0.what == .holds }.map { "\($0.text ?? "") → \($0.other ?? "")" })
  }

  private func captured(_ run: PlayedRun) -> [String] {
    run.recorded.events.filter { $0.what == .captures }.map { "\($0.other ?? "") by line \($0.lines.first?.line ?? 0)" }
  }

  private func titles(_ run: PlayedRun) -> [String] { run.side.picture.steps.map(\.title) }

  private func closing(_ run: PlayedRun) -> [String] { run.side.picture.closing.map(\.text) }

  // MARK: References

  @Test("an unowned reference to an object that is gone is not read, wherever it is")
  func unowned() throws {
    let run = try play(
      """
      final class Clock {}
      struct Note { unowned let clock: Clock; weak var other: Clock?; var third: Clock }
      final class View {
        unowned let clock: Clock
        unowned(unsafe) var second: Clock
        unowned var third: Clock?
        var note: Note?
        let text = "view"
        init(_ clock: Clock) { self.clock = clock; second = clock; third = clock }
      }
      func make() -> View {
        let clock = Clock()
        let view = View(clock)
        view.note = Note(clock: clock, other: clock, third: Clock())
        unowned let alias = clock
        print(alias === clock)
        return view
      }
      let view = make()
      print(view.text)
      print(view.note!.other == nil)
      """)
    #expect(run.ending == .exited(0) && run.printed == ["true", "view", "true"])
    #expect(references(run).contains("view → clock by clock, unowned"))
    #expect(references(run).contains("view → clock by note, weak"))
    #expect(references(run).contains { $0.hasPrefix("view → ") && $0.hasSuffix("by note, strong") })
    #expect(!references(run).contains("view → clock by note, strong"))
    #expect(
      run.limits.unrecorded == [
        "the unowned clock of Note", "the unowned second of View", "the unowned third of View",
        "alias of line 15, since it is unowned",
      ])
  }

  @Test("a weak property is weak in a generic class, in its subclass, in a local and in a private one")
  func weak() throws {
    let run = try play(
      """
      class Node<Value> {
        weak var parent: Node<Value>?
        var children: [Node<Value>] = []
        let value: Value
        init(_ value: Value) { self.value = value }
      }
      final class Leaf<Value>: Node<Value> { weak var friend: Node<Value>? }
      final class Twig: Node<Int> { var friend: Node<Int>? }
      enum Raw { final class Item { weak var owner: Item? } }
      enum Managed { final class Item { var owner: Item? } }
      func tree() {
        final class Local { weak var root: Node<Int>? }
        let root = Node(1)
        let leaf = Leaf(2)
        root.children.append(leaf)
        leaf.parent = root
        leaf.friend = root
        let twig = Twig(3)
        (twig.parent, twig.friend) = (root, leaf)
        let local = Local()
        local.root = root
        let (raw, managed) = (Raw.Item(), Managed.Item())
        raw.owner = raw
        managed.owner = managed
        print("made")
      }
      tree()
      print("end")
      """)
    #expect(
      references(run) == [
        "root → leaf by children, strong", "leaf → root by parent, weak", "leaf → root by friend, weak",
        "twig → root by parent, weak", "twig → leaf by friend, strong", "local → root by root, weak",
        "raw → raw by owner, weak", "managed → managed by owner, strong",
      ])
    #expect(run.recorded.events.count { $0.what == .gone } == 5)
    #expect(closing(run).count == 1 && closing(run)[0].hasPrefix("The managed is never freed: it holds itself (owner)"))
  }

  @Test("a mirror that the program makes is never asked for, and the end says so")
  func ownMirror() throws {
    let run = try play(
      """
      import RawObserving
      final class Shy: CustomReflectable {
        var other: Shy?
        var customMirror: Mirror { fatalError("asked") }
      }
      struct Rows: RandomAccessCollection {
        var startIndex: Int { 0 }
        var endIndex: Int { 3 }
        subscript(index: Int) -> Int { fatalError("asked") }
      }
      final class Loud: KeyValueObject {
        @Observed var rows: Slice<Rows>? = nil
        @Observed var shy: Shy? = nil
      }
      let loud = Loud()
      let shy = Shy()
      loud.rows = Slice(base: Rows(), bounds: 0..<2)
      loud.shy = shy
      print("end")
      """)
    #expect(run.ending == .exited(0) && run.printed == ["end"])
    #expect(references(run) == ["loud → shy by shy, strong"])
    #expect(run.limits.unrecorded == ["the properties of Shy, which is CustomReflectable"])
  }

  @Test("a recorder that is entered again by what it reads does not wait for itself")
  func enteredTwice() async {
    await #expect(processExitsWith: .success) {
      alarm(10)
      // Only a thread with a name reads.
      StoryThread.name = "main"
      final class Noisy: KeyValueObject, CustomReflectable {
        @Observed var count = 0
        var customMirror: Mirror {
          count += 1
          return Mirror(self, children: [])
        }
      }
      let file = try EventFile()
      defer { file.remove() }
      Recorder.start(writingTo: try EventFile.open(file.path))
      let noisy = Noisy()
      noisy.count += 1
      Recorder.current?.says("over")
      #expect(noisy.count > 1)
      exit(0)
    }
  }

  @Test("what a statement modifies is not read while an object that it drops ends")
  func modified() throws {
    let run = try play(
      """
      final class Row {
        let number: Int
        init(_ number: Int) { self.number = number }
        deinit { print("-\\(number)") }
      }
      final class Table {
        var rows: [Row] = []
        var named: [String: Row] = [:]
        var last: Row { rows[rows.count - 1] }
        func removeAll(under number: Int) { while let row = rows.first, row.number < number { rows.removeFirst() } }
      }
      func work() {
        let table = Table()
        for number in 1...40 { table.rows.append(Row(number)) }
        table.rows.removeFirst(3)
        table.rows.removeSubrange(10..<20)
        table.rows.sort { left, right in
          let isBefore = left.number > right.number
          return isBefore
        }
        for number in 50...52 { table.named["a"] = Row(number) }
        table.named["a"] = nil
        table.rows.reverse()
        table.removeAll(under: 30)
        print("last", table.last.number)
      }
      work()
      print("end")
      """)
    #expect(run.ending == .exited(0) && run.printed.last == "end" && run.printed.count == 45)
    #expect(run.recorded.events.count { $0.what == .gone } == 44)
  }

  @Test("where a declaration without a mark modifies a property, none is read, and the end says so")
  func unmarkedChange() throws {
    let run = try play(
      """
      final class Row { deinit { print("-") } }
      final class Table { var rows = [Row(), Row(), Row(), Row(), Row(), Row()] }
      func work(_ table: Table) {
        let __frame = 3
        let none: Void = table.rows.removeSubrange(1..<4)
        print(table.rows.count + __frame, none)
      }
      let table = Table()
      work(table)
      print("end")
      """)
    #expect(run.ending == .exited(0) && run.printed == ["-", "-", "-", "6 ()", "end"])
    #expect(run.limits.refused == ["the lines and variables of work (line 3)"])
    #expect(run.limits.unrecorded.contains { $0.contains("properties") } && references(run).isEmpty)
  }

  // MARK: Variables and scopes

  @Test("a variable is its declaration, in each kind of binding")
  func variables() throws {
    let run = try play(
      """
      final class Clock { let name: String; init(_ name: String) { self.name = name } }
      enum Choice { case one(Clock), none }
      struct Failure: Error { let clock: Clock }
      func fail(_ clock: Clock) throws { throw Failure(clock: clock) }
      func all() {
        let clock = Clock("outer")
        let clocks = [Clock("in an array")]
        for clock in clocks { print(clock.name) }
        if let clock = clocks.first { print(clock.name) }
        while let clock = clocks.last { print(clock.name); break }
        switch Choice.one(clocks[0]) {
        case .one(let clock): print(clock.name)
        case .none: break
        }
        do { try fail(clocks[0]) } catch let clock as Failure { print(clock.clock.name) } catch {}
        guard case .one(let other) = Choice.one(clocks[0]) else { return }
        print(clock.name, other.name)
      }
      all()
      """)
    #expect(run.printed == Array(repeating: "in an array", count: 5) + ["outer in an array"])
    let lines = [8, 9, 10, 12, 15]
    #expect(
      holdings(run)
        == Set(["clock → clock", "clocks → clocks", "other → clocks"] + lines.map { "clock (line \($0)) → clocks" }))
  }

  @Test("a scope ends at its brace, or in the statement that leaves it")
  func ends() throws {
    let run = try play(
      """
      final class Clock { deinit { print("gone") } }
      func one() {
        let clock = Clock()
        print("one")

      }
      func two(_ early: Bool) {
        let clock = Clock()
        if early {
          return
        }
        print("two")
      }
      one()
      two(true)
      defer { print("last") }
      """)
    let ends = run.recorded.events.filter { $0.what == .holdsNoMore }
    #expect(ends.compactMap { $0.lines.first?.line } == [6, 10])
    #expect(ends.allSatisfy { $0.reason == "scope" })
    #expect(titles(run).contains("“last”"))
  }

  @Test("the deinit of a plain object has begun while it runs, and that of its superclass follows")
  func deinits() throws {
    let run = try play(
      """
      class Base { deinit { print("base") } }
      final class Derived: Base { let part = Part(); deinit { print("derived") } }
      final class Part { deinit { print("part") } }
      func work() {
        let derived = Derived()
        print(derived.part === derived)
      }
      work()
      """)
    let order = run.recorded.events.compactMap { event -> String? in
      switch event.what {
      case .dying, .gone: "\(event.what) \(event.object ?? "")"
      case .says: event.text
      default: nil
      }
    }.map { $0.trimmingCharacters(in: .newlines) }
    #expect(
      order.dropFirst() == [
        "dying derived", "derived", "base", "gone derived", "dying part", "part", "gone part",
      ])
  }

  // MARK: Captures

  @Test("a closure that captures self in an initializer is seen, as it is in a method")
  func initializer() throws {
    let run = try play(
      PlayTests.head + """
        final class Screen: KeyValueObject {
          var n = 0
          let clock: Clock
          init(_ clock: Clock) {
            self.clock = clock
            super.init()
            kvoController.observe(clock, \\.$date) { _, _, _ in self.n += 1 }
          }
        }
        func open() { let screen = Screen(Clock()); screen.clock.date = 1 }
        open()
        """)
    #expect(
      closing(run).contains { $0.hasPrefix("The screen is never freed") && $0.contains("(the closure of line") },
      "\(closing(run))")
  }

  @Test("what closures, methods and local functions that are passed on capture, and what they do not")
  func captures() throws {
    let run = try play(
      """
      final class View {
        var handler: (() -> Void)?
        lazy var counter: () -> Int = { self.count }
        var count = 0
        func show() { count += 1 }
        func byMethod() { handler = show }
        func byName() { handler = self.show }
        func weakly() { handler = { [weak self] in self?.show() } }
        func twice() {
          handler = { [weak self] in
            guard let self else { return }
            let inner = { self.show() }
            inner()
          }
        }
        func local() {
          func helper() { show() }
          handler = helper
        }
        func perform(_ body: () -> Void) { body() }
        func atOnce() { perform(show); perform { show() } }
      }
      func work() {
        let view = View()
        weak var some = view
        let other = View()
        view.weakly()
        view.byMethod()
        view.byName()
        view.twice()
        view.local()
        view.atOnce()
        view.handler = other.show
        view.handler = { [other] in other.show() }
        view.handler = { print(some as Any) }
        view.handler = nil
        print(view.counter())
        view.counter = { 0 }
        print("end")
      }
      work()
      """)
    #expect(
      captured(run) == [
        "view by line 6", "view by line 7", "view by line 18", "other by line 33", "other by line 34",
        "view by line 3",
      ])
    #expect(run.recorded.events.count { $0.what == .gone } == 2)
  }

  // MARK: What is not recorded

  @Test("what the compiler accepts no mark of loses its own marks, and the end names it")
  func refused() throws {
    let run = try play(
      """
      final class Clock { var date = 0 }
      struct Token: ~Copyable { let number: Int }
      class Recording { class Frame {} }
      func read(_ clock: borrowing Clock) { print("read") }
      func work() {
        let clock = Clock()
        let token = Token(number: 4)
        read(clock)
        print(token.number)
        let text = if token.number > 3 {
          "many"
        } else {
          "few"
        }
        print(text)
      }
      work()
      """)
    #expect(run.printed == ["read", "4", "many"])
    #expect(run.limits.refused == ["the variable clock of line 4"] && !run.limits.isUnmarked)
    #expect(
      run.limits.unrecorded == [
        "token of line 7, since its type cannot be copied", "the lines 10 to 14, an expression",
      ])
    #expect(holdings(run) == ["clock → clock"])
  }

  @Test("a program may have types with the names of the marks, and a closure that a mark changes loses its own alone")
  func names() throws {
    let run = try play(
      """
      import Foundation
      enum PlayedProgram { static let begin = 1 }
      struct Frame {}
      func print(_ text: String) { Swift.print("own", text) }
      final class Item { let price = 2.0 }
      func price(_ item: Item) -> Double { item.price }
      func work() {
        let s = [Item(), Item()]
        print("\\(s.map { price($0) }.reduce(0, +))")
        let item = s[0]
        print("\\(item.price)")
      }
      work()
      """)
    #expect(run.printed == ["own 4.0", "own 2.0"] && !run.limits.isUnmarked)
    #expect(run.limits.refused.allSatisfy { $0 == "the lines and variables of a closure (line 9)" })
    #expect(holdings(run) == ["s → s", "s → s 2", "item → s"])
  }

  @Test("what an Unmanaged refers to may be gone, and is not read")
  func unmanaged() throws {
    let run = try play(
      """
      final class Big { deinit { print("gone") } }
      struct Box { let big: Unmanaged<Big> }
      final class Owner { var big: Unmanaged<Big>?; var box: Box? }
      func work() {
        let big = Unmanaged.passRetained(Big())
        let owner = Owner()
        (owner.big, owner.box) = (big, Box(big: big))
        big.release()
        for number in 1...3 { print(number) }
        print(owner.big != nil)
      }
      work()
      """)
    #expect(run.ending == .exited(0) && run.printed == ["gone", "1", "2", "3", "true"])
    #expect(run.recorded.events.count { $0.what == .born } == 2 && references(run).isEmpty)
    #expect(run.limits.unrecorded == ["big of line 5, since it is Unmanaged"])
  }

  @Test("objects are made in the line that makes them, before what they replace is gone")
  func births() throws {
    let run = try play(
      """
      final class Row { let number: Int; init(_ number: Int) { self.number = number } }
      final class Table { var rows: [Row] = [] }
      func work() {
        var row = Row(1)
        print(row.number)
        row = Row(2)
        let table = Table()
        table.rows = [row, Row(3)]
        print(table.rows.count)
      }
      work()
      """)
    let lives = run.recorded.events.filter { $0.what == .born || $0.what == .gone }
    let lines = lives.prefix(5).map { "\($0.what) \($0.lines.first?.line ?? 0)" }
    #expect(lines == ["born 4", "born 6", "gone 6", "born 7", "born 8"])
    #expect(titles(run).count { $0.hasSuffix("is made") } == 4)
  }

  @Test("an object is made where its initializer is over, in the line that calls it")
  func initializers() throws {
    let run = try play(
      """
      class Row { deinit { print("a row ends") } }
      final class Sub: Row { var next: Row? }
      final class Clock {
        let number: Int
        let row = Row()
        init?(_ number: Int) {
          if number < 0 { return nil }
          self.number = number
        }
        convenience init?() { self.init(8) }
        deinit { print("clock \\(number) ends") }
      }
      func look(_ clock: Clock?) { print("looks") }
      var clock = Clock(1)
      clock = Clock()
      look(Clock(2))
      var row = Row()
      row = Sub()
      look(Clock(-1))
      """)
    let kinds: [RecordedEvent.Kind] = [.born, .dying, .gone]
    let lives = run.recorded.events.filter { kinds.contains($0.what) }.map { event in
      "\(event.object ?? "") \(event.what)" + (event.what == .born ? " \(event.lines.first?.line ?? 0)" : "")
    }
    #expect(
      lives.joined(separator: ", ").hasPrefix(
        "row born 14, clock born 14, row 2 born 15, clock 2 born 15, clock dying, clock gone, row dying, row gone, "),
      "\(lives)")
    #expect(titles(run).count { $0.hasSuffix("is made") } == 9)
  }

  /// What happens to objects, and what is printed, in the order of the recording.
  private func story(_ run: PlayedRun) -> [String] {
    run.recorded.events.compactMap { event in
      switch event.what {
      case .born: "+\(event.object ?? "") \(event.lines.first?.line ?? 0)"
      case .dying: "-\(event.object ?? "")"
      case .gone: "\(event.object ?? "") gone"
      case .says: event.text?.trimmingCharacters(in: .newlines)
      default: nil
      }
    }
  }

  @Test("what an initializer makes is made in its line, and has its properties at once")
  func parts() throws {
    let run = try play(
      """
      class Engine { required init() {} }
      class Loud: Engine { var volume = 3 }
      final class Car {
        let engine: Engine
        let radio = Loud()
        init() {
          engine = Engine()
        }
      }
      func work() {
        let car = Car()
        print("made")
        _ = car
      }
      work()
      """)
    #expect(Array(story(run).prefix(4)) == ["+radio 11", "+engine 7", "+car 11", "made"])
    let made = run.side.picture.steps.first { $0.title == "the car is made" }
    #expect(made?.marks.count { $0.what == .refers } == 2)
    #expect(run.limits.refused.isEmpty, "\(run.limits)")
  }

  @Test("objects end in the order in which they end, before what is printed after that")
  func orderOfEnds() throws {
    let run = try play(
      """
      final class Leaf {
        let name: String
        init(_ name: String) { self.name = name }
        deinit { print("leaf", name) }
        func length() -> Int { name.count }
      }
      final class Plain { var count = 0 }
      func work() {
        let a = Leaf("a"), plain = Plain(), b = Leaf("b")
        print(a.name, plain.count, b.name)
      }
      work()
      print(Leaf("temporary").length())
      """)
    #expect(
      story(run) == [
        "+a 9", "+plain 9", "+b 9", "a 0 b", "-b", "leaf b", "b gone", "-plain", "plain gone", "-a", "leaf a", "a gone",
        "+leaf 13", "-leaf",
        "leaf temporary", "leaf gone", "9",
      ])
  }

  @Test("the last statement before a brace is drawn before the scopes end there")
  func lastStatement() throws {
    let run = try play(
      """
      final class Row {}
      func work() {
        var list: [Row] = []
        if list.isEmpty {
          let row = Row()
          list = [row]
        }
        print(list.count)
      }
      work()
      """)
    #expect(
      Array(titles(run).prefix(4)) == ["the row is made", "list = [row]", "the scope of row ends", "“1”"],
      "\(titles(run))")
    #expect(run.side.picture.steps[1].marks.contains { $0.what == .holds && $0.label == "list" })
    #expect(holdings(run) == ["row → row", "list → row"])
  }

  @Test(
    "an object in a list is read where a statement changes it, and a list that is changed in place is said not to be")
  func elements() throws {
    let run = try play(
      """
      final class Row { var amount = 1 { didSet { print("set", amount) } } }
      final class Form {
        var rows = [Row(), Row()]
        lazy var first = rows[0]
        func change(_ body: (inout [Row]) -> Void) { body(&rows) }
      }
      func work() {
        let form = Form()
        form.rows[0].amount = 2
        form.first.amount = 3
        form.change { rows in
          rows.removeLast()
          print("changed")
        }
      }
      work()
      """)
    let values = run.recorded.events.filter { $0.what == .has && $0.by == "amount" }.map { $0.new ?? "" }
    #expect(values == ["1", "1", "2", "3"])
    #expect(run.recorded.hidden == ["what properties hold while line 5 changes one in place"])
    #expect(run.limits.unrecorded.isEmpty && !titles(run).contains { $0.contains("lazy") })
  }

  @Test("what a condition binds is drawn with what properties hold at that moment")
  func moments() throws {
    let run = try play(
      """
      final class Item {}
      final class Box {
        var head: Item?
        var last: Item?
        func add() {
          let item = Item()
          last = head
          head = item
          if let last { drop(last) }
        }
        func drop(_ item: Item) { last = nil }
      }
      let box = Box()
      box.add()
      box.add()
      print("end")
      """)
    for step in run.side.picture.steps {
      guard let bound = step.marks.firstIndex(where: { $0.what == .holds && $0.label == "last" }) else { continue }
      #expect(step.marks[..<bound].contains { $0.what == .refers && $0.label == "head" }, "\(step.marks)")
    }
    #expect(holdings(run).contains("last → item"))
  }

  @Test("an object whose making was not told is first seen, and not made, where a list shows it")
  func untold() throws {
    let run = try play(
      """
      final class Row {}
      final class Table { var rows: [Row] = [] }
      let table = Table()
      for _ in 0..<90 { table.rows.append(Row()) }
      table.rows.removeFirst(50)
      print(table.rows.count)
      """)
    let seen = titles(run).filter { $0.hasSuffix("is first seen") }
    #expect(!seen.isEmpty && titles(run).count { $0.hasSuffix("is made") } == 20)
    #expect(run.side.picture.closing.allSatisfy { !$0.text.hasPrefix("40 objects") }, "\(run.side.picture.closing)")
  }

  @Test("a closure that is only called is released after its last call, and no mark keeps it")
  func closuresInVariables() throws {
    let run = try play(
      """
      final class Clock { let number: Int; init(_ number: Int) { self.number = number }; deinit { print("-\\(number)") } }
      typealias Action = () -> Void
      func work() {
        var clock = Clock(1)
        let action: Action = { [clock] in print("first", clock.number) }
        let (second, _) = ({ [other = clock] in print("second", other.number) }, 1)
        action()
        second()
        clock = Clock(2)
        print("replaced by", clock.number)
      }
      work()
      """)
    #expect(run.printed == ["first 1", "second 1", "-1", "replaced by 2", "-2"])
    #expect(run.recorded.events.count { $0.what == .captures } == 2)
  }

  @Test("a line that runs more often than it is drawn is named, and so is what other threads hide")
  func hidden() throws {
    let loop = try play(
      """
      final class Row { var next: Row? }
      func work(_ number: Int) {
        let row = Row()
        if number == 33 { row.next = row }
      }
      for number in 1...40 {
        work(number)
      }
      print("end")
      """)
    #expect(loop.recorded.hidden == ["lines 3, 4 and 7 after the twentieth time, and what changes there"])
    let threads = try play(
      """
      import Foundation
      final class Row {}
      let queue = DispatchQueue(label: "queue")
      let group = DispatchGroup()
      queue.async(group: group) { usleep(1000) }
      group.wait()
      let row = Row()
      print(row is Row)
      """)
    #expect(threads.recorded.hidden.count == 1 && threads.recorded.hidden[0].contains("while other threads run"))
    #expect(!threads.recorded.isReadThroughout)
  }

  @Test("static variables, and global ones of a file without statements, are said not to be recorded")
  func globals() throws {
    let run = try play(
      """
      final class Clock {}
      nonisolated(unsafe) var current: Clock? = Clock()
      let limit = 3
      @main enum App {
        nonisolated(unsafe) static var shared: Clock? = Clock()
        static let name = "app"
        static func main() { print(shared != nil && current != nil) }
      }
      """)
    #expect(run.limits.unrecorded == ["the global current", "the static shared of App"])
  }

  @Test("of a long collection the end says that not all is recorded")
  func longCollection() throws {
    let run = try play(
      """
      final class Row {}
      final class Table { var rows: [Row] = [] }
      let table = Table()
      table.rows = (0..<100).map { _ in Row() }
      print(table.rows.count)
      """)
    #expect(
      run.recorded.hidden == [
        "the elements of table's rows behind the 64th", "line 4 after the twentieth time, and what changes there",
        "what properties hold while there are more than 60 objects",
      ])
  }

  // MARK: The size

  private static let manyChanges =
    PlayTests.head + """
      func count() {
        let clock = Clock()
        let view = View()
        clock.addObserver(view, forKeyPath: "date", options: .new)
        for number in 1...20_000 { clock.date = number }
        clock.removeObserver(view, forKeyPath: "date")
        print(view.calls)
      }
      count()
      print("end")
      """

  @Test("a full recording says how much is missing, and claims nothing of what comes after")
  func full() throws {
    let run = try play(Self.manyChanges)
    #expect(run.ending == .exited(0) && run.printed == ["20000", "end"])
    let changes = run.recorded.events.count { $0.what == .changed }
    let missed = try #require(run.recorded.events.first { $0.what == .cutOff }?.missed)
    // Of each change: that it comes, that it is made, the call and its end; then the removal, and two lives.
    #expect(changes > 500 && abs(missed - (20_000 - changes) * 4 - 8) <= 8)
    #expect(closing(run).count == 1 && closing(run)[0].contains("\(missed) more reports"))
    #expect(titles(run).contains("the recording stops here") && !titles(run).contains { $0.contains("never freed") })
    let twice = try play(Self.manyChanges, megabytes: 2)
    let more = twice.recorded.events.count { $0.what == .changed }
    #expect(more > changes * 19 / 10 && more < changes * 21 / 10)
  }

  @Test("a process that dies after its recording was full says how much is missing")
  func fullAndDead() throws {
    let run = try play(Self.manyChanges.replacing("print(\"end\")", with: "fatalError(\"no clock\")"))
    guard case .died = run.ending else {
      Issue.record("\(run.ending)")
      return
    }
    #expect(closing(run).contains { $0.contains("more reports") })
  }

  @Test("a loop of a hundred thousand turns, and a recursion that never ends, cost seconds")
  func long() throws {
    let loop = try play(
      "final class Plain { var n = 0 }\nlet plain = Plain()\nfor i in 0..<100_000 { plain.n += i }\nprint(plain.n)\n")
    #expect(loop.ending == .exited(0) && loop.printed == ["4999950000"])
    let deep = try play(
      """
      final class Plain { var n = 0 }
      func deep(_ n: Int) -> Int { n < 0 ? 0 : deep(n + 1) + 1 }
      let plain = Plain()
      plain.n = deep(0)
      """)
    guard case .died(let message) = deep.ending else {
      Issue.record("\(deep.ending)")
      return
    }
    #expect(message.contains("signal"))
  }

  // MARK: Where a program begins

  @Test(
    "a program begins in the function of its @main type, whatever else is in the file",
    arguments: [
      "// static func main() { the old one }\n@main struct App { static func main() { work() } }",
      "enum Other { static func main() { print(\"other\") } }\n@main struct App { static func main() { work() } }",
      "@main struct App {}\nextension App { static func main() { work() } }",
      "/*\n@main\n*/\nwork()",
    ])
  func main(_ text: String) throws {
    let run = try play(
      "final class Clock {}\nfunc work() { let clock = Clock(); print(clock is Clock) }\n" + text + "\n")
    #expect(run.printed == ["true"] && titles(run).first == "the clock is made")
  }

  // MARK: Two sets of rules

  @Test("a program is played under the rules of either era")
  func eras() throws {
    let text =
      PlayTests.head + """
        let view = View()
        do {
          let clock = Clock()
          clock.addObserver(view, forKeyPath: "date", options: .new)
        }
        print("end")
        """
    let (classic, current) = (try play(text), try play(text, era: .current))
    guard case .died = classic.ending else {
      Issue.record("\(classic.ending)")
      return
    }
    #expect(current.ending == .exited(0) && current.printed == ["end"])
    #expect(classic.dependsOnTheEra && classic.difference(from: current) == "it ends by itself, and prints more.")
    #expect(current.difference(from: current) == nil)
  }
}

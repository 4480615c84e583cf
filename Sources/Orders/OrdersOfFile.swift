package import Console
import Foundation
import Harness
import Marking
import Pictures
package import RawObserving

/// `scenarios orders FILE`: every order of the lines of a reader's own file.
package struct OrdersOfFile {
  private let file: String
  private let command: OrdersCommand
  private let era: Era

  /// Whether a word means a file, and not a story.
  static func isFile(_ word: String) -> Bool {
    word == "-" || word.contains("/") || word.hasSuffix(".swift")
      || !OrderStory.all.contains { $0.name == word } && FileManager.default.fileExists(atPath: word)
  }

  init(_ file: String, _ command: OrdersCommand) {
    (self.file, self.command, era) = (file, command, command.era ?? .classic)
  }

  func run(_ screen: Screen) throws {
    let report = OrderReport(screen: screen)
    let page = try command.page.map(PageFile.init)
    let figure = try command.figure.map(PageFile.init)
    let played = try Self.play(file, era, seconds: command.seconds, isColoured: screen.isColoured)
    if let other = command.other {
      let second = try Self.play(other, era, seconds: command.seconds, isColoured: screen.isColoured)
      return try compare(played, second, other, report)
    }
    if let order = command.order {
      try played.orders.check(order)
      return report.tell(played.orders, order: order)
    }
    if command.json { return print(try FileOrderData.text(of: played)) }
    if let page {
      // Both eras can be played, unless one is asked for.
      let other = try command.era == nil ? [Self.play(file, .current, seconds: command.seconds, isColoured: false)] : []
      try page.write(Data(OrdersPage.html(of: [played] + other).utf8))
    }
    if let figure { try figure.write(Data(StateFigure.svg(of: played).utf8)) }
    if page == nil && figure == nil { report.tell(played) }
  }

  private func compare(_ one: FileOrders, _ other: FileOrders, _ otherFile: String, _ report: OrderReport) throws {
    let (count, otherCount) = (one.orders.lines.lines.count, other.orders.lines.lines.count)
    if count != otherCount {
      throw InputError(
        message: "\(quoted(file)) has \(count) lines, and \(quoted(otherFile)) has \(otherCount). They are compared "
          + "line by line, so they need as many.")
    }
    if one.cutAfter != nil || other.cutAfter != nil {
      throw InputError(
        message: "there are too many orders to compare: see './scenarios orders' with each of the files.")
    }
    // Two files of one name are told apart by their folders.
    let names = [one, other].map(\.orders.lines.title)
    report.compare(
      one.orders, other.orders, called: names[0] == names[1] ? [file, otherFile].map(printable) : names)
  }

  /// Plays every order.
  ///
  /// - Throws: `CompilerError` with what the compiler says of the file; `InputError` if its lines cannot be played.
  static func play(_ file: String, _ era: Era, seconds: Int, isColoured: Bool) throws -> FileOrders {
    let text = try PlayedRun.text(of: file)
    let name = printable(file == "-" ? "stdin.swift" : URL(fileURLWithPath: file).lastPathComponent)
    let status = StatusLine()
    defer { status.clear() }
    status.show { _ in "compiling \(name) …" }
    let modules = try PlayedRun.modules(isColoured: isColoured)
    let program: OrderedFile
    do { program = try OrderedFile(playing: text, shown: name, file: printable(file), modules) } catch let error
      as CompilerError
    {
      throw InputError(message: "\(quoted(file)) does not compile:\n\(error.text)")
    }
    let folder = PlayedRun.isPlainFile(file) ? URL(fileURLWithPath: file).deletingLastPathComponent() : nil
    let player = FilePlayer(program: program, era: era, folder: folder, seconds: seconds)
    do {
      return try player.orders(of: name) { count in status.show { _ in "\(count) places played …" } }
    } catch let failure as FilePlayer.SetUpFailure {
      let what = "what stands above the lines of \(quoted(file))"
      guard let death = failure.death, death.ending != .hangs else {
        throw InputError(message: "\(what) does not end within \(seconds) seconds. --seconds N gives it more.")
      }
      let lines = death.message.split(separator: "\n").map { printable(String($0)) }
      throw InputError(
        message: "\(what) ends the program, before one of them can run:\n\(lines.joined(separator: "\n"))")
    }
  }

  /// The lines of an order, by their numbers from 0 on.
  package static func lines(ofOrder number: Int, of file: String, _ era: Era, _ screen: Screen) throws -> [Int] {
    let played = try play(file, era, seconds: OrdersCommand.seconds, isColoured: screen.isColoured)
    guard number <= played.orders.orders.count else {
      throw UsageError("--order \(number) is too high: there are \(played.orders.orders.count) orders.")
    }
    return played.orders.orders[number - 1].lines
  }
}

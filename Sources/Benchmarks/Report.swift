import Console
import Foundation

/// The results for people to read, as wide as the screen and at most 100 columns.
struct Table {
  private let results: [Result]
  private let machine: Machine
  private let screen: Screen
  private let columns: Int

  init(_ results: [Result], _ machine: Machine, _ screen: Screen) {
    (self.results, self.machine, self.screen) = (results, machine, screen)
    columns = min(screen.columns, 100)
  }

  var text: String {
    var lines = wrapped(machine.description, to: columns)
    if machine.isDebugBuild {
      lines += paragraph("This is a debug build, which says nothing about speed. Use 'make bench'.").map(screen.bold)
    }
    lines += paragraph(
      "Medians of interleaved rounds; half of the rounds are within the spread. A ratio is to the neighbour in the same "
        + "run, and the limit is of the ratio, or of the bytes.")
    lines += paragraph("The limits were set on: \(Benchmark.processorOfLimits).") + [""]
    lines += row(Row(name: "", cells: ["median", "spread", "ratio", "limit"])).map(screen.bold)
    for result in results {
      lines += row(Row(result), isOver: result.isWithinLimit == false)
      if let neighbour = result.benchmark.neighbour {
        lines += wrapped("to: \(neighbour)", to: columns - 4).map { screen.faint("    " + $0) }
      }
    }
    let verdict = verdict
    return (lines + (verdict.isEmpty ? [] : [""] + verdict)).joined(separator: "\n")
  }

  private func paragraph(_ text: String) -> [String] { wrapped(text, to: columns) }

  // MARK: The verdict

  /// Whether an exceeded limit says something about the code.
  private var isComparable: Bool { machine.processor == Benchmark.processorOfLimits && !machine.isDebugBuild }

  /// How many limits are kept, and which are exceeded; empty if there are none.
  private var verdict: [String] {
    let limited = results.filter { $0.isWithinLimit != nil }
    if limited.isEmpty { return [] }
    let missed = limited.filter { $0.isWithinLimit == false }
    let lines = ["\(limited.count - missed.count) of \(limited.count) limits kept."]
    if missed.isEmpty { return lines }
    return lines + ["Over the limit:"]
      + missed.flatMap { wrapped($0.benchmark.name, to: columns - 2).map { "  " + $0 } }
      + (reason.map(paragraph) ?? [])
  }

  /// Why an exceeded limit is no failure here, and what to do instead.
  private var reason: String? {
    if isComparable { return nil }
    if machine.isDebugBuild { return "A debug build says nothing about the limits. Use 'make bench'." }
    return "The limits hold for \(Benchmark.processorOfLimits). This is another processor, \(machine.processor), so a "
      + "limit that is exceeded is no failure. To find out whether a change made something slower, run 'make bench' without "
      + "it and compare the two."
  }

  // MARK: Rows

  fileprivate struct Row {
    let name: String
    let cells: [String]
  }

  private static let widths = [13, 8, 8, 9]

  /// The lines of a row. If the name leaves no room for the cells, it has its own line.
  private func row(_ row: Row, isOver: Bool = false) -> [String] {
    let cells = zip(row.cells, Self.widths).reduce("") { line, cell in
      line + (line.isEmpty ? "" : " ") + Self.right(cell.0, cell.1 - (line.isEmpty ? 0 : 1))
    }
    let line = cells.trimmingSpacesAtEnd
    let width = max(Self.widths.reduce(0, +), line.count)
    if row.name.count < columns - width {
      return [marked(row.name.padded(to: columns - width) + line, isOver)]
    }
    let names = row.name.isEmpty ? [] : wrapped(row.name, to: columns)
    if width <= columns { return names + [marked(Self.right("", columns - width) + line, isOver)] }
    return names + Self.packed(row.cells, to: columns - 2).map { marked("  " + $0, isOver) }
  }

  /// The cells for a screen that is narrower than all of them together.
  private static func packed(_ cells: [String], to columns: Int) -> [String] {
    cells.filter { !$0.isEmpty }.reduce(into: []) { lines, cell in
      if let last = lines.last, last.count + 2 + cell.count <= columns {
        lines[lines.count - 1] += "  " + cell
      } else {
        lines.append(cell)
      }
    }
  }

  /// The line with the limit in colour, if that is exceeded.
  private func marked(_ line: String, _ isOver: Bool) -> String {
    guard isOver, let over = line.range(of: Self.over, options: .backwards) else { return line }
    let limit = String(line[over.lowerBound...])
    return line[..<over.lowerBound] + (isComparable ? screen.red(limit) : screen.yellow(limit))
  }

  fileprivate static let over = "over "

  private static func right(_ cell: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - cell.count)) + cell
  }

  /// Three significant digits.
  static func number(_ value: Double) -> String {
    guard value.isFinite, let whole = Int(exactly: value.rounded()) else { return "\(value)" }
    let size = abs(value)
    if size >= 99.95 { return whole.formatted }
    // Zero has no sign.
    return String(format: size < 9.995 ? "%.2f" : "%.1f", size < 0.005 ? 0 : value)
  }
}

extension Table.Row {
  fileprivate init(_ result: Result) {
    let limit = result.benchmark.limit.map(Table.number)
    self.init(
      name: result.benchmark.name,
      cells: [
        Table.number(result.median) + " " + result.benchmark.unit.rawValue,
        Table.number(result.spread * 100) + " %",
        result.ratio.map(Table.number) ?? "",
        limit.map { (result.isWithinLimit == true ? "<= " : Table.over) + $0 } ?? "",
      ])
  }
}

extension Int {
  /// With a comma between thousands.
  var formatted: String {
    let digits = String(self)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}

/// The results for programs to read, as schema.json beside this file describes them.
enum JSONReport {
  private struct Report: Encodable {
    /// Raised when a field is removed or changes its meaning.
    let version = 1
    let machine: Machine
    let processorOfLimits: String
    let results: [Entry]
  }

  private struct Entry: Encodable {
    let name: String
    let unit: String
    let median: Double
    let spread: Double
    let neighbour: String?
    let ratio: Double?
    let limit: Double?
    let isWithinLimit: Bool?
  }

  static func print(_ results: [Result], _ machine: Machine) throws {
    Swift.print(String(decoding: try data(results, machine), as: UTF8.self))
  }

  static func data(_ results: [Result], _ machine: Machine) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let entries = results.map {
      Entry(
        name: $0.benchmark.name, unit: $0.benchmark.unit.rawValue, median: $0.median,
        spread: $0.spread, neighbour: $0.benchmark.neighbour, ratio: $0.ratio,
        limit: $0.benchmark.limit, isWithinLimit: $0.isWithinLimit)
    }
    let report = Report(
      machine: machine, processorOfLimits: Benchmark.processorOfLimits, results: entries)
    return try encoder.encode(report)
  }
}

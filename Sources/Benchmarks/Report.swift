import Foundation

/// The results for people to read, in at most 80 columns.
enum Table {
  static func print(_ results: [Result], _ machine: Machine) {
    Swift.print(machine.description)
    if machine.build == "debug" {
      Swift.print("This is a debug build, which tells nothing about speed. Use 'make bench'.")
    }
    Swift.print(
      """
      Medians of interleaved rounds; half of the rounds lie within the spread. A ratio
      is to the neighbour in the same run, and the limit is of the ratio, or of the
      bytes.
      The limits were set on: \(Benchmark.processorOfLimits).

      """)
    Swift.print(row("", "median", "spread", "ratio", "limit"))
    for result in results {
      Swift.print(
        row(
          result.benchmark.name, number(result.median) + " " + result.benchmark.unit.rawValue,
          number(result.spread * 100) + " %",
          result.ratio.map(number) ?? "", result.benchmark.limit.map(limit(of: result)) ?? ""))
      if let neighbour = result.benchmark.neighbour {
        Swift.print("    to: \(neighbour)")
      }
    }
    if let verdict = verdict(of: results, on: machine.processor) { Swift.print("\n\(verdict)") }
  }

  /// How many limits are kept, and which are not; nil if there are none.
  static func verdict(of results: [Result], on processor: String) -> String? {
    let limited = results.filter { $0.isWithinLimit != nil }
    if limited.isEmpty { return nil }
    let missed = limited.filter { $0.isWithinLimit == false }
    var lines = ["\(limited.count - missed.count) of \(limited.count) limits kept."]
    if missed.isEmpty { return lines[0] }
    let isAnother = processor != Benchmark.processorOfLimits
    lines.append("Over the limit\(isAnother ? " set on \(Benchmark.processorOfLimits)" : ""):")
    lines += missed.map { "  \($0.benchmark.name)" }
    if isAnother { lines.append("This is another processor, so a miss is no failure.") }
    return lines.joined(separator: "\n")
  }

  private static func limit(of result: Result) -> (Double) -> String {
    { (result.isWithinLimit == true ? "<= " : "over ") + number($0) }
  }

  private static func row(_ name: String, _ cells: String...) -> String {
    let widths = [13, 8, 8, 9]
    let cells = zip(cells, widths).map { cell, width in
      String(repeating: " ", count: max(1, width - cell.count)) + cell
    }
    return name + String(repeating: " ", count: max(0, 42 - name.count)) + cells.joined()
  }

  /// Three digits that count.
  static func number(_ value: Double) -> String {
    guard value.isFinite, let whole = Int(exactly: value.rounded()) else { return "\(value)" }
    let size = abs(value)
    if size >= 99.95 { return whole.formatted }
    return String(format: size < 9.995 ? "%.2f" : "%.1f", value)
  }
}

/// The results for programs to read.
enum JSONReport {
  private struct Report: Encodable {
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
    Swift.print(String(decoding: try encoder.encode(report), as: UTF8.self))
  }
}

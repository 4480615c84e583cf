import Console
import Foundation
import TestSupport
import Testing

@testable import Benchmarks

@Suite("The results of benchmarks", .watched)
struct ReportTests {
  private func result(
    _ values: [Double], neighbours: [Double]? = nil, atMost limit: Double? = nil
  ) -> Result {
    Result(
      Benchmark("set a date", to: "plain", atMost: limit, .once { 0 }), values: values,
      neighbours: neighbours)
  }

  @Test("the median is the middle one, or between the two in the middle")
  func medians() {
    #expect(median([3, 1, 2]) == 2)
    #expect(median([4, 1, 3, 2]) == 2.5)
    #expect(median([7]) == 7)
    #expect(median([]) == 0)
  }

  @Test("half of the rounds lie within the spread")
  func spread() {
    #expect(result([90, 100, 110, 70, 130]).spread == 0.1)
    #expect(result([5, 5, 5]).spread == 0)
    #expect(result([0, 0]).spread == 0)
    #expect(result([-10, -20, -30]).spread == 0.5)
  }

  @Test("the ratio is the median of the rounds' ratios, not the ratio of the medians")
  func ratio() {
    #expect(result([10, 20, 90], neighbours: [10, 5, 30]).ratio == 3)
    #expect(result([10]).ratio == nil)
  }

  @Test("beside a neighbour of nothing there is no ratio")
  func noRatio() {
    #expect(result([10], neighbours: [0]).ratio == nil)
    #expect(result([0], neighbours: [0]).ratio == nil)
  }

  @Test("a limit is of the ratio, or of the value where there is none")
  func limits() {
    #expect(result([30], neighbours: [10], atMost: 3).isWithinLimit == true)
    #expect(result([31], neighbours: [10], atMost: 3).isWithinLimit == false)
    #expect(result([160], atMost: 160).isWithinLimit == true)
    #expect(result([161], atMost: 160).isWithinLimit == false)
    #expect(result([1_000]).isWithinLimit == nil)
  }

  // MARK: The table

  private func machine(_ processor: String = Benchmark.processorOfLimits, build: String = "release") -> Machine {
    Machine(
      processor: processor, cores: 2, system: "Debian GNU/Linux 12 (bookworm)",
      toolchain: "Swift version 6.3.1 (swift-6.3.1-RELEASE)", build: build)
  }

  private var keptAndMissed: [Result] {
    [
      result([30], neighbours: [10], atMost: 3), result([31], neighbours: [10], atMost: 3),
      result([1_000]),
    ]
  }

  private func lines(_ results: [Result], _ machine: Machine, _ screen: Screen = Screen()) -> [String] {
    Table(results, machine, screen).text.components(separatedBy: "\n")
  }

  @Test("on the processor of the limits, a miss is a miss")
  func verdict() throws {
    #expect(
      lines(keptAndMissed, machine()).suffix(4) == ["", "1 of 2 limits kept.", "Over the limit:", "  set a date"])
    #expect(lines([keptAndMissed[0]], machine("abacus")).last == "1 of 1 limits kept.")
    #expect(!lines([keptAndMissed[2]], machine()).contains { $0.contains("limits kept") })
  }

  @Test("on another processor, or in a debug build, a miss is no failure, and the report says so")
  func elsewhere() {
    let other = lines(keptAndMissed, machine("abacus")).suffix(4).joined(separator: " ")
    #expect(other.contains("This is another processor, abacus, so a limit that is exceeded is no failure."))
    #expect(other.contains("run 'make bench' without it and compare the two."))
    let debug = lines(keptAndMissed, machine(build: "debug"))
    #expect(debug.last == "A debug build says nothing about the limits. Use 'make bench'.")
  }

  @Test("a limit that is exceeded is red, where it says something, and what is kept has no colour")
  func colours() {
    let screen = Screen(isColoured: true)
    let table = lines(keptAndMissed, machine(), screen)
    #expect(table.contains { $0.hasSuffix("  3.10 \u{1B}[31mover 3.00\u{1B}[0m") })
    #expect(table.contains { $0.hasSuffix("  3.00  <= 3.00") })
    for machine in [machine("abacus"), machine(build: "debug")] {
      #expect(!Table(keptAndMissed, machine, screen).text.contains("\u{1B}[31m"))
      #expect(Table(keptAndMissed, machine, screen).text.contains("\u{1B}[33mover 3.00"))
    }
    #expect(!Table(keptAndMissed, machine(), Screen()).text.contains("\u{1B}"))
  }

  @Test("no line is wider than the screen or ends in a blank", arguments: [20, 30, 37, 38, 50, 80, 100, 120, nil])
  func widths(_ columns: Int?) {
    let results = Benchmark.all.flatMap { benchmark in
      [0, -0.001, 1234.5, 123_456_789_012_345, -1e15, 1e300].map {
        Result(benchmark, values: [$0], neighbours: benchmark.neighbour == nil ? nil : [0.001])
      }
    }
    for processor in [Benchmark.processorOfLimits, "abacus"] {
      let lines = lines(results, machine(processor), Screen(width: columns))
      // A single number may be wider than the narrowest screens.
      #expect(lines.allSatisfy { $0.count <= max(30, min(columns ?? 80, 100)) })
      #expect(lines.allSatisfy { $0.last != " " })
      #expect(!lines.contains { $0.contains("-0.00") })
    }
  }

  @Test("where a name leaves no room for the numbers, it has a line of its own")
  func longNames() {
    let long = Result(
      Benchmark("append to an observed array, one raw observer", .once { 0 }), values: [233], neighbours: nil)
    let rows = lines([long], machine())
    #expect(
      rows.suffix(2) == [
        "append to an observed array, one raw observer",
        "                                                 233 ns  0.00 %",
      ])
    #expect(
      lines([long], machine(), Screen(width: 100)).last
        == "append to an observed array, one raw observer                        233 ns  0.00 %")
  }

  // MARK: JSON

  @Test("the JSON of numbers that are kept and missed, to the letter")
  func golden() throws {
    try expectGolden(String(decoding: try JSONReport.data(keptAndMissed, machine()), as: UTF8.self), "benchmarks.json")
  }

  // MARK: Numbers

  @Test(
    "numbers show three digits that count",
    arguments: [
      (0, "0.00"), (1.234, "1.23"), (9.994, "9.99"), (9.995, "10.0"), (12.34, "12.3"),
      (99.94, "99.9"), (99.95, "100"), (1234.4, "1,234"), (-2.5, "-2.50"), (-0.0, "0.00"),
      (-0.004, "0.00"), (-0.006, "-0.01"),
      (-1_000_000, "-1,000,000"),
    ])
  func numbers(_ value: Double, _ text: String) {
    #expect(Table.number(value) == text)
  }

  @Test("a number that is none, or endless, is shown and not fatal")
  func oddNumbers() {
    #expect(Table.number(.infinity) == "inf")
    #expect(Table.number(.nan) == "nan")
    #expect(Table.number(1e300) == "1e+300")
  }
}

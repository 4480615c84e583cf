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

  @Test("on the processor of the limits, a miss is a miss; on another one it is no failure")
  func verdict() throws {
    let results = [
      result([30], neighbours: [10], atMost: 3), result([31], neighbours: [10], atMost: 3),
      result([1_000]),
    ]
    let limits = Benchmark.processorOfLimits
    #expect(
      Table.verdict(of: results, on: limits) == """
        1 of 2 limits kept.
        Over the limit:
          set a date
        """)
    #expect(
      Table.verdict(of: results, on: "abacus") == """
        1 of 2 limits kept.
        Over the limit set on \(limits):
          set a date
        This is another processor, so a miss is no failure.
        """)
    #expect(Table.verdict(of: [results[0]], on: "abacus") == "1 of 1 limits kept.")
    #expect(Table.verdict(of: [results[2]], on: limits) == nil)
  }

  @Test(
    "numbers show three digits that count",
    arguments: [
      (0, "0.00"), (1.234, "1.23"), (9.994, "9.99"), (9.995, "10.0"), (12.34, "12.3"),
      (99.94, "99.9"), (99.95, "100"), (1234.4, "1,234"), (-2.5, "-2.50"),
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

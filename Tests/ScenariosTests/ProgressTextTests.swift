import Testing

@testable import Scenarios

@Suite("The text of the progress bar", .watched)
struct ProgressTextTests {
  private let text = ProgressText(done: 1_200_000_000, size: 3_400_000_000, elapsed: 3.5)

  @Test(
    "the least important parts are left out first",
    arguments: [
      (80, "[##########                    ]  35 %  1.2 of 3.4 GB  343 MB/s  7 s left"),
      (50, "[###       ]  35 %  1.2 of 3.4 GB  7 s left"),
      (30, "[##      ]  35 %  7 s left"),
      (20, "[###        ]  35 %"), (12, "35 %"), (4, "35 "), (2, "3"), (1, ""),
    ])
  func widths(_ columns: Int, _ shown: String) {
    #expect(text.fitted(to: columns - 1) == shown)
  }

  @Test("no text is longer than the columns", arguments: 0...130)
  func narrow(_ columns: Int) {
    for done in [0, 1, 999, 999_999, 999_499_999, Int.max / 2] {
      for size in [nil, 0, done, done &+ 1, 999_500_000, Int.max] {
        for elapsed in [0, 0.3, 12, 100_000, 1e12] {
          for isWhole in [true, false] {
            let text = ProgressText(done: done, size: size, elapsed: elapsed, isWhole: isWhole)
            #expect(text.fitted(to: columns).count <= columns)
          }
        }
      }
    }
  }

  @Test("the bar keeps its width while the numbers change")
  func stable() {
    let ends = (0...1000).map { step in
      ProgressText(done: 3_400_000 * step, size: 3_400_000_000, elapsed: Double(step) / 50).fitted(to: 79)
        .prefix { $0 != "]" }.count
    }
    #expect(Set(ends).count == 1)
  }

  @Test("a job of unknown size has an amount and a rate")
  func unknownSize() {
    let text = ProgressText(done: 6_900_000, size: nil, elapsed: 2)
    #expect(text.fitted(to: 79) == "6.9 MB  3.5 MB/s")
    #expect(text.fitted(to: 11) == "6.9 MB")
    #expect(ProgressText(done: 0, size: nil, elapsed: 2).fitted(to: 79) == "0 bytes")
    let end = ProgressText(done: 6_900_000, size: nil, elapsed: 2, isWhole: true)
    #expect(end.fitted(to: 79) == "6.9 MB  3.5 MB/s  in 2 s")
  }

  @Test("at the beginning there is no rate, which would jump")
  func beginning() {
    let text = ProgressText(done: 256_000, size: 1_000_000, elapsed: 0.001)
    #expect(text.fitted(to: 79) == "[#######                       ]  25 %  0.3 of 1.0 MB")
  }

  @Test("at the end there is what was read, and the time it took")
  func end() {
    let whole = ProgressText(done: 3_400_000_000, size: 3_400_000_000, elapsed: 10, isWhole: true)
    #expect(whole.fitted(to: 49) == "[##########] 100 %  3.4 GB  in 10 s")
  }

  @Test("a size that was not true is told at the end; what was read is all there is", arguments: [5, 4_096_000])
  func otherSize(_ done: Int) {
    let text = ProgressText(done: done, size: 4096, elapsed: 0.1, isWhole: true).fitted(to: 79)
    #expect(text.contains("] 100 %  ") && text.hasSuffix("  the file said 4.1 kB"))
    #expect(text.contains(done == 5 ? "  5 bytes  " : "  4.1 MB  "))
  }

  @Test("once more was read than there should be, nothing is said of a share")
  func tooMuch() {
    #expect(ProgressText(done: 5000, size: 4096, elapsed: 1).fitted(to: 79) == "5.0 kB  5.0 kB/s")
  }

  @Test(
    "amounts have a unit in which they are less than a thousand",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (9_949, "9.9 kB"), (9_950, "10 kB"),
      (999_499, "999 kB"), (999_500, "1.0 MB"), (1_200_000_000, "1.2 GB"), (Int.max, "9.2 EB"),
    ])
  func amounts(_ bytes: Int, _ shown: String) {
    #expect(ProgressText.amount(bytes) == shown)
  }

  @Test(
    "times are rounded up",
    arguments: [(0.0, "1 s"), (11.2, "12 s"), (100, "100 s"), (101, "2 min"), (6001, "2 h")])
  func times(_ seconds: Double, _ shown: String) {
    #expect(ProgressText.time(seconds) == shown)
  }
}

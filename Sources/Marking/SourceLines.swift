import Foundation

/// Where the lines of a source begin, and the numbers that they have.
///
/// A line behind `#sourceLocation(file: …, line: 12)` has the number 12, as the compiler says it, if the directive names
/// this file: so lines can be moved and keep their numbers.
struct SourceLines {
  /// The offsets at which the lines begin.
  private let starts: [Int]
  /// Their numbers; nil for a directive.
  private let numbers: [Int?]

  /// - Parameter path: what the file is called, as a literal.
  init(_ source: [UInt8], path: String) {
    starts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    let directive = Array("#sourceLocation(file: \(path), line: ".utf8)
    var (numbers, next) = ([Int?](), 1)
    for start in starts {
      guard source[start...].starts(with: directive) else {
        numbers.append(next)
        next += 1
        continue
      }
      let digits = source[(start + directive.count)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      next = Int(String(decoding: digits, as: UTF8.self)) ?? next + 1
      numbers.append(nil)
    }
    self.numbers = numbers
  }

  /// The text of a directive behind which the lines have the numbers from this one on.
  static func directive(_ path: String, _ number: Int) -> String { "#sourceLocation(file: \(path), line: \(number))\n" }

  private func index(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  func number(at offset: Int) -> Int { numbers[index(at: offset)] ?? 0 }

  func start(at offset: Int) -> Int { starts[index(at: offset)] }

  /// Where the line with this number begins; nil if there is none.
  func start(ofLine number: Int) -> Int? { numbers.firstIndex(of: number).map { starts[$0] } }
}

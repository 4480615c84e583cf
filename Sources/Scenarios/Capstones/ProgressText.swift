import Console
import Foundation

/// What a progress bar shows: how much is done, how fast, and how long it will still take.
struct ProgressText {
  /// In bytes.
  let done: Int
  /// In bytes; nil if it is not known.
  let size: Int?
  /// In seconds.
  let elapsed: Double
  /// Whether the job has come to its end, whatever its size was said to be.
  var isWhole = false

  /// The text in at most so many columns. The least important parts are left out first.
  func fitted(to columns: Int) -> String {
    guard let percent else { return Self.joined([amount, rate, end], in: columns) }
    var room = columns - Self.leastBar - 3 - percent.count
    if room < 0 { return String(percent.drop { $0 == " " }.prefix(max(0, columns))) }

    // The most important first. Each has the room of its longest text, so that the bar keeps its width.
    var shown: [String?] = []
    for (text, width) in [(isWhole ? end : timeLeft, 11), (amount, 16), (rate, 8)] {
      let taken = 2 + max(width, text?.count ?? 0)
      if taken > room { break }
      room -= taken
      shown.append(text)
    }
    let steps = min(Self.mostBar, Self.leastBar + room)
    let bar = Self.bar(Int(fraction * Double(steps)), of: steps)
    // In the line, the time comes last.
    return Self.joined(["\(bar) \(percent)"] + shown.dropFirst() + shown.prefix(1), in: columns)
  }

  /// `[####  ]`
  static func bar(_ filled: Int, of steps: Int) -> String {
    "[\(String(repeating: "#", count: filled).padded(to: steps))]"
  }

  private static let leastBar = 8
  private static let mostBar = 40

  private static func joined(_ texts: [String?], in columns: Int) -> String {
    var line = ""
    for text in texts.compactMap(\.self) {
      let longer = line.isEmpty ? text : line + "  " + text
      if longer.count > columns { break }
      line = longer
    }
    return line
  }

  // MARK: Parts

  /// The size, unless more than that has been read. At the end it is what was read.
  private var trueSize: Int? {
    if isWhole { return size == nil ? nil : done }
    return size.flatMap { $0 >= done && $0 > 0 ? $0 : nil }
  }

  private var fraction: Double {
    guard let trueSize, trueSize > 0 else { return 1 }
    return Double(done) / Double(trueSize)
  }

  private var percent: String? {
    if trueSize == nil { return nil }
    let percent = "\(Int(fraction * 100))"
    return String(repeating: " ", count: 3 - percent.count) + percent + " %"
  }

  /// `1.2 of 3.4 GB`
  private var amount: String {
    guard let trueSize, trueSize > done else { return Self.amount(done) }
    let unit = Self.unit(of: trueSize)
    return "\(Self.number(done, in: unit)) of \(Self.amount(trueSize))"
  }

  private var bytesPerSecond: Double { elapsed > 0 ? Double(done) / elapsed : 0 }

  /// `350 MB/s`. Nil at the beginning, where it would jump.
  private var rate: String? {
    guard elapsed >= 0.2, done > 0 else { return nil }
    return Self.amount(Int(min(bytesPerSecond, 1e18))) + "/s"
  }

  /// `12 s left`
  private var timeLeft: String? {
    guard let trueSize, trueSize > done, rate != nil else { return nil }
    let seconds = Double(trueSize - done) / bytesPerSecond
    return seconds < 360_000 ? Self.time(seconds) + " left" : nil
  }

  /// `in 12 s`, or the size that the file said it had, if that was not true.
  private var end: String? {
    guard isWhole else { return nil }
    if let size, size != done { return "the file said \(Self.amount(size))" }
    return "in \(Self.time(elapsed))"
  }

  // MARK: Units

  private static let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]

  /// `3.4 GB`
  static func amount(_ bytes: Int) -> String {
    if bytes == 1 { return "1 byte" }
    let unit = unit(of: bytes)
    return "\(number(bytes, in: unit)) \(units[unit])"
  }

  /// The unit in which so many bytes are less than a thousand.
  private static func unit(of bytes: Int) -> Int {
    var (unit, rest) = (0, Double(bytes))
    while rest >= 999.5 && unit < units.count - 1 { (unit, rest) = (unit + 1, rest / 1000) }
    return unit
  }

  private static func number(_ bytes: Int, in unit: Int) -> String {
    let value = Double(bytes) / pow(1000, Double(unit))
    return String(format: unit == 0 || value >= 9.95 ? "%.0f" : "%.1f", value)
  }

  /// `12 s`, `3 min`, `5 h`: rounded up, so that it never says 0 s.
  static func time(_ seconds: Double) -> String {
    switch seconds {
    case ...100: "\(max(1, Int(seconds.rounded(.up)))) s"
    case ...6000: "\(Int((seconds / 60).rounded(.up))) min"
    default: "\(Int((seconds / 3600).rounded(.up))) h"
    }
  }
}

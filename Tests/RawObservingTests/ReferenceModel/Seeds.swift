import Foundation

/// Which programs to run: a fixed number of them, unless the environment asks for others.
struct Seeds {
  /// Those that every run of the tests goes through.
  static let fixed: Range<UInt64> = 1..<1_001

  let range: Range<UInt64>
  let areAskedFor: Bool

  static var asked: Seeds {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["SEEDS"].flatMap(UInt64.init)
    let first = environment["FIRST"].flatMap(UInt64.init) ?? fixed.lowerBound
    return Seeds(range: first..<first + (count ?? UInt64(fixed.count)), areAskedFor: count != nil)
  }

  /// Whether it is one program, whose text is to be printed.
  var isOne: Bool { areAskedFor && range.count == 1 }
}

internal import RawObserving

/// What one observer is told of numbered sets, held against what it must have been told.
///
/// The sets of one property are numbered from 1 and made under a lock of the test. So the count of the sets
/// that are over, read under that lock before and after a registration was added and removed, says of each set
/// whether the observer had to be told of it, could be, or must not be.
package final class Ledger: Sendable {
  /// How many sets were over at the four moments of a registration.
  package struct Period {
    package var beforeAdding = 0
    package var afterAdding = 0
    package var beforeRemoving = 0
    package var afterRemoving = 0

    package init() {}
  }

  private let heard = Locked<[Int]>([])

  package init() {}

  /// The observer is told of the set with this number.
  package func write(_ number: Int) { heard.withLock { $0.append(number) } }

  /// What has been told since the last time. It is forgotten.
  package func take() -> [Int] {
    var taken: [Int] = []
    heard.withLock { swap(&$0, &taken) }
    return taken
  }

  /// What is wrong with what was told in the period; nil if nothing is. It is forgotten.
  ///
  /// Each set is told once at most, and in order. A set that was over before the add, or began after the
  /// removal, is not told. A set that fell into the time between the two is. Of those that were made during the add,
  /// the earlier ones may be missing; none may be that comes after one which was told.
  package func fault(in period: Period) -> String? {
    let told = take()
    let due = period.afterAdding..<period.beforeRemoving
    let inTime = told.filter { due.contains($0 - 1) }
    if !zip(told, told.dropFirst()).allSatisfy(<) { return "twice or out of order: \(told)" }
    if let first = told.first, let last = told.last, told != Array(first...last) { return "with a gap: \(told)" }
    if inTime.count != due.count { return "\(due.count) sets were due, \(inTime.count) were told" }
    if let first = told.first, first <= period.beforeAdding {
      return "told of a set before the add"
    }
    if let last = told.last, last > period.afterRemoving {
      return "told of a set after the removal"
    }
    return nil
  }
}

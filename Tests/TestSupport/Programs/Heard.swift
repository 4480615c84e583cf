package import RawObserving

extension Program {
  /// A call of an observer. Both players write it in the same way.
  package struct Heard {
    package let observer: String
    /// What the observer was registered for, such as `a.child.text`.
    package let place: String
    package let isPrior: Bool
    package let kind: KeyValueChangeKind
    package let indexes: [Int]?
    package let old: String?
    package let new: String?
    package let context: UnsafeMutableRawPointer?

    package init(
      _ observer: String, _ place: String, isPrior: Bool, kind: KeyValueChangeKind, indexes: [Int]?, old: String?,
      new: String?, context: UnsafeMutableRawPointer?
    ) {
      (self.observer, self.place, self.isPrior, self.kind) = (observer, place, isPrior, kind)
      (self.indexes, self.old, self.new, self.context) = (indexes, old, new, context)
    }

    package var line: String {
      let kinds: [KeyValueChangeKind: String] = [.insertion: "insert", .removal: "remove", .replacement: "replace"]
      let parts = [
        observer, place, isPrior ? "prior" : nil, kinds[kind],
        indexes.map { "at " + $0.map(String.init).joined(separator: ",") },
        old.map { "old " + $0 }, new.map { "new " + $0 },
        context.map { "context \(UInt(bitPattern: $0))" },
      ]
      return parts.compactMap(\.self).joined(separator: " ")
    }
  }

  /// Counts the calls of each observer, and knows what the observer does in them.
  package struct Reactions {
    private let program: Program
    private var counts: [String: Int] = [:]

    package init(of program: Program) { self.program = program }

    /// What the observer does in this call.
    package mutating func actions(in call: Heard) -> [Action] {
      let number = counts["\(call.observer) \(call.isPrior)", default: 0] + 1
      counts["\(call.observer) \(call.isPrior)"] = number
      return program.reactions.filter {
        ($0.observer, $0.isPrior, $0.number) == (call.observer, call.isPrior, number)
      }.map(\.action)
    }
  }
}

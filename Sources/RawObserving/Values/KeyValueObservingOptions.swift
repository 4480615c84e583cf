/// The values that a change carries for an observer, and extra calls. The raw values are Apple's.
public struct KeyValueObservingOptions: OptionSet, Hashable, Sendable, CustomStringConvertible {
  /// The bits of the options, as Apple numbers them.
  public let rawValue: UInt

  /// Creates options out of their bits.
  @inlinable public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The change carries the new value.
  @inlinable public static var new: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 1) }

  /// The change carries the old value.
  @inlinable public static var old: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 2) }

  /// One call at once, before `addObserver` returns, and before the registration is recorded.
  @inlinable public static var initial: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 4) }

  /// One more call before each change.
  @inlinable public static var prior: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: 8) }

  /// The names of the options, as they are written in Swift.
  public var description: String {
    let names: [(Self, String)] = [(.new, ".new"), (.old, ".old"), (.initial, ".initial"), (.prior, ".prior")]
    return "[" + names.filter { contains($0.0) }.map(\.1).joined(separator: ", ") + "]"
  }
}

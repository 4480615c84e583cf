import Testing

@testable import RawObserving

/// The observed object of most tests: one key of each kind that an entry needs.
class Node: KeyValueObject {
  @Observed var text: String?
  @Observed var flagA: String?
  @Observed var number = 0
  @Observed var isOpen = false
  @Observed var child: Node?

  /// Automatic notification is off, and it is not announced by hand.
  @Observed var quiet: String?

  /// Automatic notification is off; `bump` announces it by hand.
  @Observed private(set) var tally = 0

  /// Automatic notification is off; `append` announces it by hand.
  @Observed private(set) var bracketItems: [String] = []

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    switch key {
    case "quiet", "tally", "bracketItems": false
    default: super.automaticallyNotifiesObservers(forKey: key)
    }
  }

  func bump() {
    willChangeValue(forKey: "tally")
    tally += 1
    didChangeValue(forKey: "tally")
  }

  func append(_ item: String) {
    let indexes = RangeSet(bracketItems.count..<bracketItems.count + 1)
    willChange(.insertion, valuesAt: indexes, forKey: "bracketItems")
    bracketItems.append(item)
    didChange(.insertion, valuesAt: indexes, forKey: "bracketItems")
  }
}

/// One call that an observer got, in a form that can be compared and that keeps no object alive.
///
/// An entry that is nil was not there; a nil value is `KeyValueNull.null`. An object stands as its
/// `ObjectIdentifier`.
struct Heard: Hashable {
  let keyPath: String
  let kind: KeyValueChangeKind
  let new: AnyHashable?
  let old: AnyHashable?
  let indexes: RangeSet<Int>?
  let isPrior: Bool

  init(
    _ keyPath: String, kind: KeyValueChangeKind = .setting, new: AnyHashable? = nil,
    old: AnyHashable? = nil, at indexes: RangeSet<Int>? = nil, isPrior: Bool = false
  ) {
    self.keyPath = keyPath
    self.kind = kind
    self.new = new
    self.old = old
    self.indexes = indexes
    self.isPrior = isPrior
  }

  init(_ keyPath: String, _ change: KeyValueChange) {
    self.init(
      keyPath, kind: change.kind, new: change.newValue.map(Self.comparable),
      old: change.oldValue.map(Self.comparable), at: change.indexes, isPrior: change.isPrior)
  }

  private static func comparable(_ value: Any) -> AnyHashable {
    if let object = value as? KeyValueObject { return ObjectIdentifier(object) }
    return value as? AnyHashable ?? AnyHashable("not comparable: \(value)")
  }
}

/// An observer that writes down every call.
class Recorder: KeyValueObject {
  private(set) var heard: [Heard] = []
  private(set) var contexts: [UnsafeMutableRawPointer?] = []
  private(set) var objects: [ObjectIdentifier] = []

  /// Done at each call, after it was written down.
  var reaction: ((Recorder, KeyValueChange) -> Void)?

  override init() {}

  /// A recorder that is registered for the key path from the beginning.
  convenience init(
    observing object: KeyValueObject, _ keyPath: String, _ options: KeyValueObservingOptions = [.new, .old]
  ) {
    self.init()
    observe(object, keyPath, options)
  }

  func observe(
    _ object: KeyValueObject, _ keyPath: String, _ options: KeyValueObservingOptions = [.new, .old]
  ) {
    object.addObserver(self, forKeyPath: keyPath, options: options)
  }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    heard.append(Heard(keyPath, change))
    contexts.append(context)
    objects.append(ObjectIdentifier(object))
    reaction?(self, change)
  }

  var calls: Int { heard.count }

  /// Sets what is done at the first call only.
  func reactOnce(_ body: @escaping (Recorder, KeyValueChange) -> Void) {
    reaction = { recorder, change in
      recorder.reaction = nil
      body(recorder, change)
    }
  }
}

/// A nil value in a change.
let null = KeyValueNull.null

/// A reference that keeps nothing alive.
struct Weak {
  weak var object: KeyValueObject?
}

extension KeyValueObject {
  /// How many registrations a key of this object has, with any observer.
  var waiting: Int {
    [
      "child", "other", "text", "number", "tree", "silentChild", "guest", "flagA", "flagB", "title", "label", "left",
      "right", "sum", "clock", "date", "zone", "neighbour", "drawer", "spare",
    ].compactMap { observationInfo?.registrations(for: $0)?.receivers }
      .reduce(0) { $0 + $1.all.reduce(0) { $0 + max($1.steps.count, 1) } }
  }
}

/// A context: an address that is compared and never followed.
func context(_ number: Int) -> UnsafeMutableRawPointer {
  UnsafeMutableRawPointer(bitPattern: number)!
}

extension ExitTest.Result {
  /// The lines that the process wrote to standard error, each address as `0x…`.
  var errorLines: [String] { Self.lines(standardErrorContent) }

  /// The lines that the process wrote to standard output.
  var outputLines: [String] { Self.lines(standardOutputContent) }

  private static func lines(_ content: [UInt8]) -> [String] {
    String(decoding: content, as: UTF8.self)
      .replacing(/0x[0-9a-f]{2,}/, with: "0x…")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// What an exit test observes whose process prints something before it dies.
let bothStreams: [any PartialKeyPath<ExitTest.Result> & Sendable] = [\.standardErrorContent, \.standardOutputContent]

/// The line that a process prints which dies of an exception, as far as the end of the first line.
func terminating(_ name: String, _ reason: String) -> String {
  "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)"
}

/// Expects the process to have written these lines to standard error first, addresses as `0x…`.
func expectDeath(
  _ result: ExitTest.Result?, saying lines: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let written = (result?.errorLines ?? []).prefix(lines.count)
  #expect(Array(written) == lines, sourceLocation: sourceLocation)
}

/// Expects the process to have written first that it ends by an exception with this name and reason, addresses as
/// `0x…`. Without a name, it is a violation for which Apple's systems raise no exception.
func expectDeath(
  _ result: ExitTest.Result?, of name: String? = nil, _ reason: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let report = name.map { "\(terminating($0, reason))'" } ?? "*** RawObserving: \(reason)"
  let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
  expectDeath(result, saying: lines.map(String.init), sourceLocation: sourceLocation)
}

/// A node with that text.
func named(_ text: String?) -> Node {
  let node = Node()
  node.text = text
  return node
}

/// A node with that many more below it, each the child of the one before.
func chain(_ length: Int) -> Node {
  let root = Node()
  var last = root
  for _ in 0..<length {
    let next = Node()
    last.child = next
    last = next
  }
  return root
}

/// What the body throws.
func violation(_ body: () throws -> Void) -> Violation? {
  do { try body() } catch { return error as? Violation }
  return nil
}

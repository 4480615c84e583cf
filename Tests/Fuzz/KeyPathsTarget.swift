/// Called by libFuzzer with bytes of its choice: the first two choose options and a value, the rest is a
/// key path. It is taken apart, observed and set, and each has to end well or in a violation that can be
/// told.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryKeyPath(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: bytes, count: count)
  guard count >= 2 else { return 0 }
  let path = String(decoding: bytes.dropFirst(2), as: UTF8.self)
  let clock = FuzzedClock()
  checkParts(of: path, from: clock)
  observe(path, from: clock, options: KeyValueObservingOptions(rawValue: UInt(bytes[0] % 16)))
  set(path, from: clock, to: value(chosenBy: bytes[1], near: clock))
  return 0
}

/// The parts of a path make up the path, and each of them is a path again.
private func checkParts(of path: String, from clock: FuzzedClock) {
  guard let whole = parsed(path, from: clock) else { return }
  require(whole.description == path && whole.keys.joined(separator: ".") == path, path)
  require(!whole.keys.isEmpty && !whole.keys.contains(""), path)
  require(whole.isOneKey == (whole.keys.count == 1), path)
  require((whole.last == nil) == whole.isOneKey, path)
  if let (head, key) = whole.last {
    require(head.keys + key.keys == whole.keys && key.isOneKey, path)
    require(parsed(head.description, from: clock)?.keys == head.keys, path)
  }
  // `@count` alone is no path.
  if let rest = whole.rest, rest.description != "@count" {
    require(parsed(rest.description, from: clock)?.keys == rest.keys, path)
  }
}

extension KeyPathString {
  /// The keys, one after the other.
  fileprivate var keys: [String] { [first] + (rest?.keys ?? []) }
}

private func parsed(_ path: String, from clock: FuzzedClock) -> KeyPathString? {
  do throws(Violation) {
    return try KeyPathString(path, for: clock)
  } catch {
    tell(error)
    return nil
  }
}

/// Whatever can be added can be removed once, and whatever cannot leaves nothing behind.
private func observe(
  _ path: String, from clock: FuzzedClock, options: KeyValueObservingOptions
) {
  let view = FuzzedClock()
  clock.zone = FuzzedClock()
  var added = 0
  for _ in 1...2 {
    if isDone({ () throws(Violation) in
      try clock.register(view, keyPath: KeyPathString(path, for: clock), options: options, context: nil)
    }) {
      added += 1
    }
  }
  // A violation in a change ends the process elsewhere, and nothing is promised after it.
  let isSound = isDone { () throws(Violation) in try change(clock) }
  for attempt in 1...3 {
    let isRemoved = isDone { () throws(Violation) in
      try clock.unregister(view, keyPath: KeyPathString(path, for: clock), context: .any)
    }
    require(isRemoved == (attempt <= added) || !isSound, path)
  }
  _ = isDone { () throws(Violation) in try change(clock) }
  clock.zone = nil
}

/// Changes whatever a path may lead through, by the checks: a setter would end the process where a path
/// leads through a value that cannot be observed.
private func change(_ clock: FuzzedClock) throws(Violation) {
  for zone in [FuzzedClock(), clock, nil, FuzzedClock()] {
    for (key, value) in [
      ("date", 1), ("limit", 1), ("alarms", [1]), ("names", Set(["x"])), ("limit", nil),
      ("zone", zone),
    ] as [(String, Any?)] {
      for object in [clock, clock.zone].compactMap(\.self) {
        try object.announceWill(key)
        try object.storeWithoutAnnouncing(value, forKey: key)
        try object.announceDid(key)
      }
    }
  }
}

/// Whether the check passes.
private func isDone(_ check: () throws(Violation) -> Void) -> Bool {
  do throws(Violation) {
    try check()
    return true
  } catch {
    tell(error)
    return false
  }
}

private func set(_ path: String, from clock: FuzzedClock, to value: Any?) {
  clock.zone = FuzzedClock()
  _ = isDone { () throws(Violation) in
    try clock.setCurrentValue(value, at: KeyPathString(path, for: clock))
  }
  clock.zone = nil
}

private func value(chosenBy byte: UInt8, near clock: FuzzedClock) -> Any? {
  switch byte % 8 {
  case 0: nil
  case 1: Int(byte)
  case 2: FuzzedClock()
  case 3: [Int(byte)]
  case 4: Set(["\(byte)"])
  case 5: KeyValueNull.null
  case 6: Int?.none as Any
  default: "\(byte)"
  }
}

/// Puts a violation into words, which must not fail either, and are not much longer than a path may be.
private func tell(_ violation: Violation) {
  require(violation.report.utf8.count < KeyPathString.mostBytes + 2_000, violation.report)
}

/// Ends the process, which is a finding, if the statement is not true.
private func require(_ isTrue: Bool, _ path: String) {
  if !isTrue { fatalError("not true of \(path.debugDescription)") }
}

/// Has a property of each kind, and takes violations where the root would end the process.
private final class FuzzedClock: KeyValueObject {
  @Observed var date = 0
  @Observed var limit: Int?
  @Observed var zone: FuzzedClock?
  @Observed var alarms: [Int] = []
  @Observed var names: Set<String> = []

  var next: Int { date + 1 }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [
      ComputedKey("next", \FuzzedClock.next, dependsOn: \.$date, \.$zone.$date)
    ]
  }

  override func value(forKey key: String) -> Any? {
    do throws(Violation) {
      return try codedValue(forKey: key)
    } catch {
      tell(error)
      return nil
    }
  }

  override func setValue(_ value: Any?, forKey key: String) {
    do throws(Violation) {
      try setCodedValue(value, forKey: key)
    } catch {
      tell(error)
    }
  }

  override func setNilValue(forKey key: String) {}

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {}
}

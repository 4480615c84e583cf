#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Glibc)
  private import Glibc
#else
  #error("the target needs the C library of Darwin, Glibc or Musl")
#endif

/// Called by libFuzzer with bytes of its choice. They become a program that adds, removes, sets, announces by hand and
/// drops objects, inside callbacks too. A count beside the engine says which registrations there are. It is a finding
/// if the two differ, if a registration that was removed is called, if something leaks, or if the process dies.
@_cdecl("LLVMFuzzerTestOneInput")
public func performProgram(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let program = Program(Array(UnsafeBufferPointer(start: bytes, count: count)), isShown: getenv("SHOW") != nil)
  program.run()
  weak let left = program.end()
  if left != nil { found("an object is still there after its last reference has gone") }
  return 0
}

/// Ends the process. libFuzzer keeps the bytes.
private func found(_ what: String) -> Never {
  print("Found: \(what)")
  exit(77)
}

private final class Thing: KeyValueObject {
  @Observed var text = 0
  @Observed var manual = 0
  @Observed var child: Thing?
  @ObservedWeak var friend: Thing?
  @Observed var list = [1, 2, 3]
  var total: Int { text + (child?.text ?? 0) }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "manual" }

  override class var computedKeys: [ComputedKey] {
    [ComputedKey("total", \Thing.total, dependsOn: \Thing.$text, \Thing.$child.$text)]
  }
}

private final class Viewer: KeyValueObject {
  var react: (String) -> Void = { _ in }
  var allowed: (Int) -> Bool = { _ in false }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    if !allowed(Int(bitPattern: context)) { found("a removed registration for \(keyPath) was called") }
    react(keyPath)
  }
}

private final class Program {
  private struct Entry: Equatable {
    let object, viewer: Int
    let keyPath: String
    let context: Int
  }

  private static let keyPaths = [
    "text", "manual", "child", "child.text", "child.child.text", "friend", "friend.text", "list", "total",
    "child.total",
  ]

  private var bytes: ArraySlice<UInt8>
  private let isShown: Bool
  private var things = (0..<4).map { _ in Thing() }
  private let viewers = (0..<3).map { _ in Viewer() }
  private var entries: [Entry] = []
  private var added = 0
  private var depth = 0
  /// The wills by hand without a did, of each object.
  private var open: [(object: Int, key: String)] = []

  init(_ bytes: [UInt8], isShown: Bool) {
    (self.bytes, self.isShown) = (bytes[...], isShown)
    for viewer in viewers {
      viewer.allowed = { [unowned self] context in entries.contains { $0.context == context } || context == added }
      viewer.react = { [unowned self] _ in
        if depth < 3 && !self.bytes.isEmpty && next(4) == 0 { step() }
      }
    }
  }

  private func next(_ limit: Int) -> Int { Int(bytes.popFirst() ?? 0) % limit }

  func run() { while !bytes.isEmpty { step() } }

  private func show(_ line: @autoclosure () -> String) {
    if isShown { print(String(repeating: "  ", count: depth), line()) }
  }

  private func step() {
    depth += 1
    defer { depth -= 1 }
    let index = next(things.count)
    let thing = things[index]
    let move = next(12)
    show("thing \(index), move \(move)")
    switch move {
    case 0, 1, 2: add(to: index)
    case 3, 4: remove(from: index)
    case 5: thing.text = next(9)
    case 6: if !isInPair { thing.child = index == 3 || next(2) == 0 ? nil : things[3 - next(3 - index)] }
    case 7: thing.friend = next(2) == 0 ? nil : things[next(things.count)]
    case 8: thing.text += 1
    case 9: announce(index)
    case 10: thing.mutableArrayValue(forKey: "list", of: Int.self).append(next(9))
    default: replace(index)
    }
  }

  /// A change of an object on a path inside a pair by hand ends the process, as on Apple's systems.
  private var isInPair: Bool { depth > 1 || !open.isEmpty }

  private func add(to index: Int) {
    let viewer = next(viewers.count)
    let entry = Entry(
      object: index, viewer: viewer, keyPath: Self.keyPaths[next(Self.keyPaths.count)], context: added + 1)
    added += 1
    show("adds \(entry)")
    let options = KeyValueObservingOptions(rawValue: UInt(next(16)))
    things[index].addObserver(
      viewers[viewer], forKeyPath: entry.keyPath, options: options,
      context: UnsafeMutableRawPointer(bitPattern: entry.context))
    entries.append(entry)
  }

  private func remove(from index: Int) {
    let viewer = next(viewers.count)
    let keyPath = Self.keyPaths[next(Self.keyPaths.count)]
    let last = entries.lastIndex { $0.object == index && $0.viewer == viewer && $0.keyPath == keyPath }
    let context = last.map { UnsafeMutableRawPointer(bitPattern: entries[$0].context) }
    show("removes \(last.map { "\(entries[$0])" } ?? "what is not there: \(keyPath)")")
    if let last { entries.remove(at: last) }
    do {
      let path = try KeyPathString(keyPath, for: things[index])
      try things[index].unregister(viewers[viewer], keyPath: path, context: context.map { .exactly($0) } ?? .any)
      if last == nil { found("a registration for \(keyPath) was removed that was never added") }
    } catch {
      if last != nil { found("a registration for \(keyPath) cannot be removed: \(error.reason)") }
    }
    let here = entries.count { $0.object == index }
    let there = things[index].activeRegistrations.count
    // A registration whose initial call is under way is counted in neither.
    if here != there && depth == 1 { found("\(there) registrations, and \(here) were added and not removed") }
  }

  private func announce(_ index: Int) {
    let key = ["manual", "text"][next(2)]
    if next(2) == 0 {
      things[index].willChangeValue(forKey: key)
      open.append((index, key))
    } else {
      open.lastIndex { $0 == (index, key) }.map { _ = open.remove(at: $0) }
      things[index].didChangeValue(forKey: key)
    }
  }

  /// Removes what is registered with the object, and drops it.
  private func replace(_ index: Int) {
    if isInPair { return }
    for entry in entries where entry.object == index {
      things[index].removeObserver(
        viewers[entry.viewer], forKeyPath: entry.keyPath, context: UnsafeMutableRawPointer(bitPattern: entry.context))
    }
    entries.removeAll { $0.object == index }
    show("replaces thing \(index), which has \(things[index].activeRegistrations)")
    things[index] = Thing()
  }

  /// Ends what is open, removes everything, and returns an object that has to go with the program.
  func end() -> KeyValueObject? {
    for (object, key) in open.reversed() { things[object].didChangeValue(forKey: key) }
    open = []
    bytes = []
    let last = things[0]
    for thing in things { thing.child = nil }
    for index in things.indices { replace(index) }
    return last
  }
}

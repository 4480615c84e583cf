import Foundation

/// What is known of a file before it is read token by token: which classes it declares, and whether it observes.
struct FileIndex: Sendable {
  struct Declaration: Sendable {
    let name: String
    let superclass: String?
  }

  /// The classes that it declares. A name that stands in a comment may be among them; nothing is concluded from it alone.
  var classes: [Declaration] = []
  /// The types that it extends.
  var extensions: Set<String> = []
  /// The types of which a static property has an object, or which are made where the application begins.
  var shared: Set<String> = []
  /// Whether it has a word that a rule looks for.
  var isCandidate = false
  /// Whether it declares an `observe` of its own that takes a key path.
  var declaresObserve = false
  /// Whether it declares a result builder.
  var declaresBuilder = false
  /// Whether it is written for garbage collection, which calls no `dealloc`.
  var isCollected = false

  /// - Parameter bytes: with a zero at the end.
  init(_ bytes: [UInt8], _ language: Language) {
    bytes.withUnsafeBytes { buffer in
      switch language {
      case .swift:
        isCandidate = Self.swiftWords.contains { Self.first($0, in: buffer) != nil }
        Self.each("class ", in: buffer) { index in
          if let found = Self.swiftClass(at: index, in: buffer) { classes.append(found) }
        }
        declaresBuilder = Self.first("@resultBuilder", in: buffer) != nil
        Self.each("extension ", in: buffer) { index in
          if let (name, _) = Self.name(at: index + 10, in: buffer) { extensions.insert(name) }
        }
        for word in ["static let ", "static var "] as [StaticString] {
          Self.each(word, in: buffer) { index in
            if let name = Self.initialized(at: index + 11, in: buffer) { shared.insert(name) }
          }
        }
        if Self.beginnings.contains(where: { Self.first($0, in: buffer) != nil }) {
          Self.each("(", in: buffer) { index in
            if let name = Self.called(before: index, in: buffer) { shared.insert(name) }
          }
        }
        if isCandidate {
          Self.each("func observe", in: buffer) { index in
            let end = min(index + 160, buffer.count)
            let text = String(decoding: buffer[index..<end], as: UTF8.self)
            if text.contains(#/^func observe\s*(<[^>(]*>)?\s*\(\s*_\s+\w+\s*:\s*\w*KeyPath\b/#) {
              declaresObserve = true
            }
          }
        }
      case .objectiveC:
        isCollected = Self.first("[super finalize]", in: buffer) != nil
        isCandidate = Self.objectiveCWords.contains { Self.first($0, in: buffer) != nil }
        Self.each("@interface ", in: buffer) { index in
          if let found = Self.objectiveCClass(at: index, in: buffer) {
            classes.append(found)
          } else if let (name, _) = Self.name(at: index + 11, in: buffer) {
            extensions.insert(name)
          }
        }
      }
    }
  }

  private static let swiftWords: [StaticString] = [
    "forKeyPath", "observe(\\", "observe(", "withObservationTracking", "hangeValue(for", "keyPathsForValuesAffecting",
    "for await", "for try await", ".sink", ".assign(", "forName:",
  ]
  private static let objectiveCWords: [StaticString] = [
    "forKeyPath", "observeValueForKeyPath", "KVOController", "hangeValueForKey", "keyPathsForValuesAffecting",
  ]

  // MARK: Bytes

  /// Where the word is; the search of the C library, which ends at the zero.
  private static func first(_ word: StaticString, in buffer: UnsafeRawBufferPointer, from: Int = 0) -> Int? {
    guard let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self), from < buffer.count,
      let found = word.withUTF8Buffer({ $0.withMemoryRebound(to: CChar.self) { strstr(base + from, $0.baseAddress!) } })
    else { return nil }
    return UnsafePointer(found) - base
  }

  private static func each(_ word: StaticString, in buffer: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
    var index = 0
    while let found = first(word, in: buffer, from: index) {
      body(found)
      index = found + word.utf8CodeUnitCount
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
      || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

  /// The name that begins at the index, and the index behind it.
  private static func name(at start: Int, in buffer: UnsafeRawBufferPointer) -> (String, Int)? {
    var index = start
    while index < buffer.count, isSpace(buffer[index]) { index += 1 }
    let first = index
    while index < buffer.count, isName(buffer[index]) { index += 1 }
    guard index > first else { return nil }
    return (String(decoding: buffer[first..<index], as: UTF8.self), index)
  }

  /// The index behind what stands between angle brackets, if it begins there.
  private static func behindGenerics(_ start: Int, in buffer: UnsafeRawBufferPointer) -> Int {
    var (index, depth) = (start, 0)
    while index < min(start + 300, buffer.count) {
      if buffer[index] == UInt8(ascii: "<") { depth += 1 }
      if buffer[index] == UInt8(ascii: ">") {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
      if depth == 0 { return start }
      index += 1
    }
    return start
  }

  private static func swiftClass(at index: Int, in buffer: UnsafeRawBufferPointer) -> Declaration? {
    if index > 0, isName(buffer[index - 1]) || buffer[index - 1] == UInt8(ascii: ".") { return nil }
    guard let (name, end) = name(at: index + 6, in: buffer), name.first?.isLetter == true || name.first == "_",
      !["func", "var", "let", "subscript", "override", "for", "in"].contains(name)
    else { return nil }
    var next = behindGenerics(end, in: buffer)
    while next < buffer.count, isSpace(buffer[next]) { next += 1 }
    guard next < buffer.count else { return nil }
    if buffer[next] == UInt8(ascii: "{") || buffer[next] == UInt8(ascii: "w") {
      return Declaration(name: name, superclass: nil)
    }
    guard buffer[next] == UInt8(ascii: ":"), var (superclass, behind) = Self.name(at: next + 1, in: buffer) else {
      return nil
    }
    while behind < buffer.count, buffer[behind] == UInt8(ascii: "."),
      let (part, end) = Self.name(at: behind + 1, in: buffer)
    {
      (superclass, behind) = (part, end)
    }
    return Declaration(name: name, superclass: superclass)
  }

  /// What a file has in which the application begins, or in which objects are registered for its whole life.
  private static let beginnings: [StaticString] = [
    "UIApplicationDelegate", "NSApplicationDelegate", "UIWindowSceneDelegate", "@main", "@UIApplicationMain",
    "@NSApplicationMain", ".scope(.application)", ".scope(.singleton)",
  ]

  /// The name of a type before a parenthesis.
  private static func called(before index: Int, in buffer: UnsafeRawBufferPointer) -> String? {
    var start = index
    while start > 0, isName(buffer[start - 1]) { start -= 1 }
    guard start < index, buffer[start] >= UInt8(ascii: "A"), buffer[start] <= UInt8(ascii: "Z") else { return nil }
    return String(decoding: buffer[start..<index], as: UTF8.self)
  }

  /// The type of which a property is an object, if its declaration says so on one line: `name: Type = …`,
  /// `name = Type(…)`.
  private static func initialized(at index: Int, in buffer: UnsafeRawBufferPointer) -> String? {
    guard let (_, end) = name(at: index, in: buffer), end < buffer.count else { return nil }
    var next = end
    while next < buffer.count, buffer[next] == 0x20 { next += 1 }
    guard next < buffer.count else { return nil }
    if buffer[next] == UInt8(ascii: ":") {
      guard let (type, behind) = name(at: next + 1, in: buffer) else { return nil }
      next = behind
      while next < buffer.count, !"={\n".utf8.contains(buffer[next]) { next += 1 }
      // A computed property makes an object each time. `any Client = Live()` has an object of `Live`.
      guard next < buffer.count, buffer[next] != UInt8(ascii: "{") else { return nil }
      if type != "any", type != "some" { return type }
    }
    guard buffer[next] == UInt8(ascii: "="), let (type, behind) = name(at: next + 1, in: buffer),
      behind < buffer.count, buffer[behind] == UInt8(ascii: "(")
    else { return nil }
    return type
  }

  private static func objectiveCClass(at index: Int, in buffer: UnsafeRawBufferPointer) -> Declaration? {
    guard let (name, end) = name(at: index + 11, in: buffer) else { return nil }
    var next = end
    while next < buffer.count, isSpace(buffer[next]) { next += 1 }
    next = behindGenerics(next, in: buffer)
    while next < buffer.count, isSpace(buffer[next]) { next += 1 }
    guard next < buffer.count, buffer[next] == UInt8(ascii: ":"),
      let (superclass, _) = Self.name(at: next + 1, in: buffer)
    else { return nil }
    return Declaration(name: name, superclass: superclass)
  }
}

import RawObserving

/// A system and its version, as a log names them.
struct SystemVersion: Equatable {
  let name: String
  let major: Int
  let minor: Int

  var text: String { "\(name) \(major).\(minor)" }

  /// Whose rules apply on that system; nil before iOS 8, when a leftover registration was only logged.
  ///
  /// The classic rule depends on the SDK that the app is built with, and a log seldom names that: the SDK is taken to be
  /// the system's. The later rules depend on the system alone.
  var era: Era? {
    switch name {
    case "macOS":
      major == 10 ? (minor >= 13 ? .relaxed : minor >= 10 ? .classic : nil) : .current
    case "watchOS": major >= 7 ? .current : major >= 4 ? .relaxed : .classic
    case "visionOS": .current
    default: major >= 14 ? .current : major >= 11 ? .relaxed : major >= 8 ? .classic : nil
    }
  }

  /// The era in words.
  var eraText: String {
    guard let era else { return "before the SDK of iOS 8, when leftover registrations were only logged" }
    return "\(era) era (\(Self.span(of: era)))"
  }

  /// Whether a deallocated observer was seen to be skipped on systems of this version. Of tvOS, 18.2.1 was read; of the
  /// other systems, none.
  var isSeenToSkip: Bool { ["iOS", "tvOS"].contains(name) && major >= 18 }

  private static func span(of era: Era) -> String {
    switch era {
    case .classic: "apps built with the SDKs of iOS 8 to iOS 10; macOS 10.12"
    case .relaxed: "iOS 11 to iOS 13, macOS 10.13 to 10.15"
    case .current: "iOS 14, macOS 11 and later"
    }
  }

  init(name: String, major: Int, minor: Int) {
    (self.name, self.major, self.minor) = (name, major, minor)
  }

  /// Finds the system in a log; nil if it is not named.
  init?(_ words: Words) {
    // The line of a report counts more than a mention elsewhere.
    for start in [words.position(of: "OS Version:"), words.position(of: "\"osVersion\""), 0] {
      guard let start else { continue }
      let end = start == 0 ? Int.max : start + 80
      if let found = Self.names.lazy.compactMap({ Self.find($0.written, $0.name, words, from: start, to: end) }).first {
        self = found
        return
      }
    }
    for mark in ["Darwin Kernel Version ", "Darwin/"] {
      guard let place = words.position(of: mark) else { continue }
      let from = place + mark.utf8.count
      guard let kernel = Self.numbers(words.text(from..<from + 10))?.major, kernel >= 13 else { continue }
      // The kernel has one number on all systems; iOS and macOS of one autumn share it.
      self.init(name: "iOS", major: kernel < 25 ? kernel - 6 : kernel + 1, minor: 0)
      return
    }
    return nil
  }

  private static let names = [
    ("iPhone OS ", "iOS"), ("iPadOS ", "iOS"), ("Mac OS X ", "macOS"), ("macOS ", "macOS"), ("OS X ", "macOS"),
    ("tvOS ", "tvOS"), ("Apple TVOS ", "tvOS"), ("watchOS ", "watchOS"), ("Watch OS ", "watchOS"),
    ("visionOS ", "visionOS"), ("xrOS ", "visionOS"), ("iOS ", "iOS"), ("iOS: ", "iOS"),
    // Some services leave out the name.
    ("OS Version: ", "iOS"),
  ].map { (written: $0.0, name: $0.1) }

  private static func find(_ written: String, _ name: String, _ words: Words, from: Int, to end: Int) -> SystemVersion?
  {
    var place = from
    for _ in 0..<20 {
      guard let found = words.position(of: written, from: place), found < end else { return nil }
      let start = found + written.utf8.count
      let isWord = found == 0 || !(words.text(found - 1..<found).first?.isLetter ?? false)
      if isWord, let (major, minor) = numbers(words.text(start..<start + 14)), (1...40).contains(major) {
        let isMac = name == "macOS" || written == "OS Version: " && major == 10 && minor > 3
        return SystemVersion(name: isMac ? "macOS" : name, major: major, minor: minor)
      }
      place = start
    }
    return nil
  }

  private static func numbers(_ text: String) -> (major: Int, minor: Int)? {
    let text = text.drop { $0 == "v" || $0 == " " }
    let parts = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }.split(separator: ".")
    guard let first = parts.first, let major = Int(first) else { return nil }
    return (major, parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  }
}

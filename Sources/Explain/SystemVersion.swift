/// A system and its version, as a log names them.
struct SystemVersion: Equatable {
  /// The two sets of rules that the lessons are about.
  enum Era { case classic, current }

  let name: String
  let major: Int
  let minor: Int

  var text: String { "\(name) \(major).\(minor)" }

  /// Whose rules apply on that system; nil for a system before the classic era, or between the two.
  ///
  /// The classic rule needs a system before iOS 11 and an app built with the SDK of iOS 8 or later. A log seldom names
  /// the SDK: it is taken to be the system's, or a later one. The later rules depend on the system alone.
  var era: Era? {
    switch age {
    case 18...: .current
    case 8..<11: .classic
    default: nil
    }
  }

  /// Whether the system removes the registrations that are left on a deallocated object. All do since iOS 11 and
  /// macOS 10.13.
  var cleansUp: Bool { age >= 11 }

  /// The era, or what lies before or between the two, in a few words.
  var eraName: String { era.map { "\($0)" } ?? (cleansUp ? "iOS 11 to iOS 17" : "before iOS 8") }

  /// The era in words.
  var eraText: String {
    switch era {
    case .classic: "classic era (systems up to iOS 10 and macOS 10.12)"
    case .current: "current era (iOS 18, macOS 15 and later)"
    case nil where cleansUp:
      "iOS 11 to iOS 17, macOS 10.13 to macOS 14, which clean up the registrations of a deallocated object"
    case nil: "before iOS 8 and OS X 10.10, when leftover registrations were only logged"
    }
  }

  /// The version of iOS that was released with this system, or as the next one.
  var age: Int {
    switch name {
    case "macOS" where major == 10: minor - 2
    case "macOS": major < 26 ? major + 3 : major
    case "watchOS": major < 26 ? major + 7 : major
    case "visionOS": major < 26 ? major + 16 : major
    default: major
    }
  }

  // Of iOS 11 to iOS 13, and of iOS 17.2 and 17.5, crash logs show messages to deallocated observers.
  /// Whether a deallocated observer was seen to be skipped on systems of this version. Of tvOS, 18.2.1 was read; of the
  /// other systems, none.
  var isSeenToSkip: Bool { ["iOS", "tvOS"].contains(name) && major >= 18 }

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

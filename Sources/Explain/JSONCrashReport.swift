import Foundation

/// A crash report in JSON, written out as the older reports are: the reports with the ending `.ips`, and the events of
/// crash services.
enum JSONCrashReport {
  /// Whether bytes in some encoding can have a report: it is all that they have, or it is between other lines.
  static func canBe(in bytes: [UInt8]) -> Bool {
    // A mark of the encoding, and zeros of a wider one, may come first.
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0, 0x20, 0x09, 0x0A, 0x0D]
    if let first = bytes.first(where: { !marks.contains($0) }), "{[".utf8.contains(first) { return true }
    return Array("\"frames\"".utf8).withUnsafeBytes { name in
      bytes.withUnsafeBytes { $0.position(of: name) != nil }
    }
  }

  /// The text with its reports as lines; nil if it has none. A line with the head may come before a report, and other
  /// text before and after it.
  static func text(of text: String) -> String? {
    // The parser refuses what is nested too deeply.
    if text.first(where: { !$0.isWhitespace }).map({ "{[".contains($0) }) == true,
      let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: [])
    {
      return written(value)
    }
    let bytes = Array(text.utf8)
    guard canBe(in: bytes) else { return nil }
    var (lines, hasReport) = ([String](), false)
    var (copied, place) = (0, 0)
    // An object begins in a new line. Text with brackets that do not close is not searched for long.
    var failures = 0
    while failures < 8, let start = startOfObject(in: bytes, from: place) {
      guard let end = endOfObject(in: bytes, from: start),
        let value = try? JSONSerialization.jsonObject(with: Data(bytes[start..<end]), options: []) as? [String: Any]
      else {
        failures += 1
        place = start + 1
        continue
      }
      place = end
      let isHead = value["bug_type"] != nil || value["app_name"] != nil
      let isReport = value["threads"] is [Any] || value["exception"] != nil
      guard isHead || isReport else { continue }
      lines.append(String(decoding: bytes[copied..<start], as: UTF8.self))
      copied = end
      hasReport = hasReport || isReport
      if isReport { lines.append(written(value)) }
    }
    return hasReport ? (lines + [String(decoding: bytes[copied...], as: UTF8.self)]).joined(separator: "\n") : nil
  }

  /// Where the next line that begins with an opening bracket has it.
  private static func startOfObject(in bytes: [UInt8], from place: Int) -> Int? {
    var isLineStart = place == 0
    for index in place..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): isLineStart = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0xEF, 0xBB, 0xBF: break
      case UInt8(ascii: "{") where isLineStart: return index
      default: isLineStart = false
      }
    }
    return nil
  }

  /// Behind the bracket that closes the object; nil if there is none.
  private static func endOfObject(in bytes: [UInt8], from start: Int) -> Int? {
    var (depth, isInString, isEscaped) = (0, false, false)
    for index in start..<bytes.count {
      switch bytes[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInString
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{") where !isInString: depth += 1
      case UInt8(ascii: "}") where !isInString:
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
    }
    return nil
  }

  private static func written(_ value: Any) -> String {
    if let report = value as? [String: Any], report["threads"] is [Any], report["usedImages"] is [Any] {
      return apple(report)
    }
    var lines: [String] = []
    collect(value, depth: 0, &lines)
    return lines.joined(separator: "\n")
  }

  // MARK: Apple's

  private static func apple(_ report: [String: Any]) -> String {
    // A file can have several reports.
    var lines = ["Incident Identifier: \(report["incident"] as? String ?? "none")"]
    if let system = report["osVersion"] as? [String: Any], let train = system["train"] as? String {
      lines.append("OS Version: \(train)")
    }
    if let exception = report["exception"] as? [String: Any] {
      let parts = ["type", "signal", "codes", "subtype"].compactMap { exception[$0] as? String }
      lines.append("Exception Type: " + parts.joined(separator: " "))
    }
    if let termination = report["termination"] as? [String: Any] {
      let parts = ["namespace", "indicator"].compactMap { termination[$0] as? String }
      let details = (termination["details"] as? [String]) ?? []
      lines.append("Termination Reason: " + (parts + details).joined(separator: " "))
    }
    let information = (report["asi"] as? [String: Any] ?? [:]).sorted { $0.key < $1.key }
      .flatMap { $0.value as? [String] ?? [] }
    if !information.isEmpty { lines += ["", "Application Specific Information:"] + information }

    let images = (report["usedImages"] as? [Any] ?? []).map { ($0 as? [String: Any])?["name"] as? String }
    if let frames = report["lastExceptionBacktrace"] as? [Any] {
      lines += ["", "Last Exception Backtrace:"] + written(frames, images)
    }
    let faulting = report["faultingThread"] as? Int
    for (number, thread) in (report["threads"] as? [Any] ?? []).enumerated() {
      guard let thread = thread as? [String: Any], let frames = thread["frames"] as? [Any] else { continue }
      let crashed = number == faulting || thread["triggered"] as? Bool == true
      let queue = (thread["queue"] as? String).map { " Dispatch queue: \($0)" } ?? ""
      lines += ["", "Thread \(number)\(crashed ? " Crashed" : ""):\(queue)"] + written(frames, images)
    }
    return lines.joined(separator: "\n")
  }

  private static func written(_ frames: [Any], _ images: [String?]) -> [String] {
    frames.enumerated().map { number, frame in
      let frame = frame as? [String: Any] ?? [:]
      let index = frame["imageIndex"] as? Int ?? -1
      let image = images.indices.contains(index) ? images[index] : nil
      let offset = frame["imageOffset"] as? Int ?? 0
      let address = "0x" + String(max(0, offset), radix: 16)
      let symbol = frame["symbol"] as? String ?? "\(address) + 0"
      let place = (frame["sourceFile"] as? String).map { " (\($0):\(frame["sourceLine"] as? Int ?? 0))" } ?? ""
      return "\(number)   \(image ?? "???")   \(address) \(symbol) + \(frame["symbolLocation"] as? Int ?? 0)\(place)"
    }
  }

  // MARK: Others

  /// Collects all strings and stacks of a value, under any name that the service gives them.
  private static func collect(_ value: Any, depth: Int, _ lines: inout [String]) {
    guard depth < 64 else { return }
    switch value {
    case let text as String: lines.append(text)
    case let list as [Any]:
      for element in list { collect(element, depth: depth + 1, &lines) }
    case let object as [String: Any]:
      if let type = object["type"] as? String, let words = object["value"] as? String {
        lines.append("uncaught exception '\(type)', reason: '\(words)'")
      }
      if let frames = object["frames"] as? [[String: Any]] {
        // These services list the outermost frame first.
        lines += ["", "Thread Crashed:"]
        for (number, frame) in frames.reversed().enumerated() {
          let image = (frame["package"] ?? frame["module"]) as? String ?? "???"
          let symbol = (frame["function"] ?? frame["symbol"]) as? String ?? "<redacted>"
          lines.append("\(number)   \(image.split(separator: "/").last ?? "???")   0x0 \(symbol)")
        }
        lines.append("")
      }
      for (key, element) in object.sorted(by: { $0.key < $1.key }) where key != "frames" {
        collect(element, depth: depth + 1, &lines)
      }
    default: break
    }
  }
}

import Foundation

/// A crash report in JSON, written out as the older reports are: the reports with the ending `.ips`, and the events of
/// crash services.
enum JSONCrashReport {
  /// The report as lines; nil if the text is no such report.
  static func text(of text: String) -> String? {
    // A report is one object, or a line with the head and below it the object.
    let candidates = [text[...], text.drop { $0 != "\n" }].filter {
      $0.first { !$0.isWhitespace }.map { "{[".contains($0) } ?? false
    }
    for candidate in candidates {
      // The parser refuses what is nested too deeply.
      guard let value = try? JSONSerialization.jsonObject(with: Data(candidate.utf8), options: []) else { continue }
      if let report = value as? [String: Any], report["threads"] is [Any], report["usedImages"] is [Any] {
        return apple(report)
      }
      var lines: [String] = []
      collect(value, depth: 0, &lines)
      return lines.joined(separator: "\n")
    }
    return nil
  }

  // MARK: Apple's

  private static func apple(_ report: [String: Any]) -> String {
    var lines: [String] = []
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

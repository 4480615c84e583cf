import Foundation
import RawObserving

#if canImport(Runtime)
  import Runtime
#endif

/// Where in the stories' source something happens, from the stack of the thread. Without the toolchain's `Runtime`
/// module a recording has no lines.
enum SourceLines {
  /// The lines of the stories that are under way on this thread, the innermost first. The machinery around the
  /// stories is left out.
  static func now() -> [RecordedEvent.Line] {
    #if canImport(Runtime)
      guard let stack = try? Backtrace.capture(limit: 120, top: 0) else { return [] }
      let addresses = stack.frames.map(\.description)
      var places = known.withLock { $0 }
      if addresses.contains(where: { places[$0] == nil }) {
        // To find the line of an address takes long, so it is done for the stories' own functions alone, and once.
        let symbols = stack.symbolicated(options: [.useSymbolCache])?.frames.map { $0.symbol?.rawName ?? "" } ?? []
        for (depth, (address, symbol)) in zip(addresses, symbols).enumerated() where places[address] == nil {
          places[address] = mayBelongToStory(symbol) ? lines(atDepth: depth, expecting: address) : []
        }
        known.withLock { [places] in $0 = places }
      }
      let lines = addresses.flatMap { places[$0] ?? [] }.reduce(into: [RecordedEvent.Line]()) { lines, line in
        if lines.last != line { lines.append(line) }
      }
      return Array(lines.prefix(most))
    #else
      return []
    #endif
  }

  #if canImport(Runtime)
    /// The lines of one frame of the stack of `now`, which calls this. There are several where functions are inlined.
    @inline(never) private static func lines(atDepth depth: Int, expecting address: String) -> [RecordedEvent.Line] {
      guard let frame = try? Backtrace.capture(limit: 2, offset: depth + 1, top: 0),  // it, and what is cut off
        Array(frame.frames).first?.description == address
      else { return [] }
      return (frame.symbolicated()?.frames ?? []).compactMap { frame in
        guard let place = frame.symbol?.sourceLocation, place.line > 0, let file = story(place.path) else { return nil }
        return RecordedEvent.Line(file: file, line: place.line)
      }
    }

    /// Whether the function is one of this module, and none of those that every story is under.
    private static func mayBelongToStory(_ symbol: String) -> Bool {
      symbol.hasPrefix("$s9Scenarios")
        && !["SourceLines", "Recorder", "RecorderState", "ActRunner", "Main", "Story", "Probe"].contains {
          symbol.hasPrefix("$s9Scenarios\($0.count)\($0)")
        }
    }
  #endif

  /// A line deeper than this is of no use to a reader.
  private static let most = 8

  private static let known = Locked<[String: [RecordedEvent.Line]]>([:])

  /// The file from the root of the package on, if it belongs to a story.
  private static func story(_ path: String) -> String? {
    guard let start = path.range(of: "Sources/Scenarios/", options: .backwards) else { return nil }
    let isMachinery = ["Harness/", "Console/", "Recording/"].contains { path[start.upperBound...].hasPrefix($0) }
    return isMachinery ? nil : String(path[start.lowerBound...])
  }

  /// The text of a line, if the source is there.
  static func text(of line: RecordedEvent.Line) -> String? {
    let lines = lines(of: line.file)
    return lines.indices.contains(line.line - 1) ? lines[line.line - 1] : nil
  }

  /// The lines of a file, which is named from the root of the package on; none if it is not there.
  static func lines(of file: String) -> [String] {
    texts.withLock { texts in
      if let known = texts[file] { return known }
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
      let text = try? String(contentsOf: root.appendingPathComponent(file).standardized, encoding: .utf8)
      let lines = text?.components(separatedBy: "\n") ?? []
      texts[file] = lines
      return lines
    }
  }

  private static let texts = Locked<[String: [String]]>([:])
}

import Foundation
import RawObserving

#if canImport(Runtime)
  import Runtime
#endif

/// Where in the stories' source something happens, from the stack of the thread. A recording has no lines
/// without the toolchain's `Runtime` module, which needs macOS 26.
package enum SourceLines {
  /// Call it while the process has one thread.
  static func prepare() {
    #if canImport(Runtime)
      if #available(macOS 26, *) { _ = images }
    #endif
  }

  /// The lines of the stories that are under way on this thread, the innermost first. The machinery around the
  /// stories is left out.
  static func now() -> [RecordedEvent.Line] {
    var lines: [RecordedEvent.Line] = []
    _ = first { line -> Never? in
      if lines.last != line { lines.append(line) }
      return nil
    }
    return Array(lines.prefix(most))
  }

  /// The first result of the closure that is not nil, from the innermost line outwards.
  ///
  /// - Parameter made: a class whose initializers are skipped. To find the line that makes an object, their lines are
  ///   not needed.
  static func first<Found>(outsideOf made: String? = nil, _ look: (RecordedEvent.Line) -> Found?) -> Found? {
    #if canImport(Runtime)
      guard #available(macOS 26, *) else { return nil }
      guard let stack = try? Backtrace.capture(limit: 120, top: 0, images: images) else { return nil }
      let addresses = stack.frames.map(\.description)
      var symbols: [String]?
      for (depth, address) in addresses.enumerated() {
        var lines = known.withLock { $0[address] }
        if lines == nil {
          // Finding the line of an address takes long, so it is done once, and only for the stories' own functions.
          let names =
            symbols ?? stack.symbolicated(with: images, options: [.useSymbolCache])?.frames.map {
              $0.symbol?.rawName ?? ""
            } ?? []
          symbols = names
          let name = names.indices.contains(depth) ? names[depth] : ""
          if let made, isInitializer(name, of: made) { continue }
          lines = mayBelongToStory(name) ? self.lines(atDepth: depth, expecting: address) : []
          known.withLock { [lines] in $0[address] = lines }
        }
        for line in lines ?? [] { if let found = look(line) { return found } }
      }
    #endif
    return nil
  }

  #if canImport(Runtime)
    /// The program and its libraries in memory. They are looked up once, before a story starts a thread: the search
    /// reads the process's mappings, and could find the stack of a thread that is just ending.
    @available(macOS 26, *)
    private static let images = ImageMap.capture()

    /// The line of one frame of the stack of `first`, which calls this; none in an array if it is not the story's.
    @available(macOS 26, *)
    @inline(never) private static func lines(atDepth depth: Int, expecting address: String) -> [RecordedEvent.Line] {
      // The frame, and a mark for what is cut off.
      guard let frame = try? Backtrace.capture(limit: 2, offset: depth + 1, top: 0, images: images),
        Array(frame.frames).first?.description == address
      else { return [] }
      // Without inlined frames, which debug builds do not have: looking for them takes a third of the time.
      let options: Backtrace.SymbolicationOptions = [.showSourceLocations, .useSymbolCache]
      return (frame.symbolicated(with: images, options: options)?.frames ?? []).compactMap { frame in
        guard let place = frame.symbol?.sourceLocation, place.line > 0, let file = story(place.path) else { return nil }
        return RecordedEvent.Line(file: file, line: place.line)
      }
    }

    /// Whether the function is in this module, and is not one that runs every story.
    private static func mayBelongToStory(_ symbol: String) -> Bool {
      symbol.hasPrefix("$s9Scenarios")
        && !["SourceLines", "StoryNames", "Recorder", "RecorderState", "ActRunner", "Main", "Story", "Probe"].contains {
          symbol.hasPrefix("$s9Scenarios\($0.count)\($0)")
        }
    }

    /// `$s9Scenarios5ClockCACycfc` and, private in another type, `$s…O6Window33_…LLC…fC` are initializers.
    private static func isInitializer(_ symbol: String, of type: String) -> Bool {
      (symbol.hasSuffix("fc") || symbol.hasSuffix("fC")) && symbol.contains("\(type.count)\(type)")
    }
  #endif

  /// A line deeper than this is of no use to a reader.
  private static let most = 8

  private static let known = Locked<[String: [RecordedEvent.Line]]>([:])

  /// The file from the root of the package on, if it belongs to a story.
  package static func story(_ path: String) -> String? {
    guard let start = path.range(of: "Sources/Scenarios/", options: .backwards) else { return nil }
    let isMachinery = ["Harness/", "Command/", "Report/", "Recording/", "Capstones/Capstone.swift"].contains {
      path[start.upperBound...].hasPrefix($0)
    }
    return isMachinery ? nil : String(path[start.lowerBound...])
  }

  /// The text of a line, if the source is there.
  static func text(of line: RecordedEvent.Line) -> String? {
    let lines = lines(of: line.file)
    return lines.indices.contains(line.line - 1) ? lines[line.line - 1] : nil
  }

  /// The lines of a file, which is named from the root of the package on; none if it is not there.
  package static func lines(of file: String) -> [String] {
    texts.withLock { texts in
      if let known = texts[file] { return known }
      let text = try? String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
      let lines = text?.components(separatedBy: "\n") ?? []
      texts[file] = lines
      return lines
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized

  private static let texts = Locked<[String: [String]]>([:])
}

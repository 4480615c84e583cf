/// The frames of one thread, the innermost first.
struct CallStack {
  var frames: [Frame] = []
  /// The number of the line that the first frame is in.
  var start = 0
  /// The number of the line behind the last frame.
  var end = 0
  /// Whether the log says that this is the thread that crashed, or the one that raised.
  var isOfCrash = false
  /// Whether the log says that this is the main thread; nil if it does not say.
  var isMain: Bool?

  /// The innermost frame with a name that does more than raise or send a message: the code that ran.
  var innermost: Frame? {
    frames.first { !$0.symbol.isEmpty && !FrameKind.tools.contains($0.kind) }
  }

  /// Whether the innermost frame sends a message or looks at an object.
  var beginsWithMessaging: Bool { frames.first { !$0.symbol.isEmpty }?.kind == .messaging }

  func first(_ kinds: FrameKind...) -> Frame? { frames.first { kinds.contains($0.kind) } }

  func count(_ kind: FrameKind) -> Int { frames.count { $0.kind == kind } }

  /// Whether the innermost frame and most of the others have lost their names.
  var isMostlyUnnamed: Bool {
    frames.first?.symbol.isEmpty == true && frames.count { !$0.symbol.isEmpty } * 2 < frames.count
  }

  /// The number of frames above the innermost callback, apart from those that raise and send messages.
  var framesAboveCallback: Int? {
    guard let index = frames.firstIndex(where: { $0.kind == .callback }) else { return nil }
    return frames[..<index].count { !FrameKind.tools.contains($0.kind) }
  }

  /// The callback of the app's own that has called the inherited one, which raises: the call has arrived there. A library
  /// that calls an observer's own method passes nothing to super.
  var passingToSuper: Frame? {
    guard let inherited = frames.firstIndex(where: { $0.kind == .inheritedCallback }) else { return nil }
    return frames[inherited...].dropFirst().prefix(1).first { frame in
      frame.kind == .callback && Mediator.named(in: Words(frame.symbol)) == nil
    }
  }

  /// The callback, or the setter, that is there most often, and how often. Many properties share a setter of KVO's, and
  /// many observers the callback of a library, so such a function counts with the app's function next to it.
  var mostRepeated: (frame: Frame, times: Int)? {
    func isOfObserving(_ frame: Frame) -> Bool {
      [.callback, .notifying, .adding, .removing, .inheritedCallback].contains(frame.kind)
    }
    var counts: [String: (frame: Frame, times: Int)] = [:]
    for (index, frame) in frames.enumerated() {
      let isSetter = FrameKind.isNotifyingSetter(frame.symbol)
      guard isSetter || frame.kind == .callback else { continue }
      // A setter is called by the next frame, and a library's callback calls the one before.
      let around = isSetter ? Array(frames[(index + 1)...]) : frames[..<index].reversed()
      let isShared = isSetter || Mediator.named(in: Words(frame.symbol)) != nil
      let neighbour = isShared ? around.prefix { !isOfObserving($0) }.first { $0.kind == .other } : nil
      let key = "\(frame.symbol) \(neighbour?.symbol ?? "")"
      counts[key] = (counts[key]?.frame ?? frame, (counts[key]?.times ?? 0) + 1)
    }
    return counts.max { ($0.value.times, $1.key) < ($1.value.times, $0.key) }?.value
  }

  /// Whether the stack ends where a thread or a run loop begins, after fewer frames than a full stack has.
  var isShort: Bool { frames.count < 100 && frames.last?.kind == .runLoop }

  /// Whether the stack has no gap, from the innermost frame to where the thread or the app begins.
  var isWhole: Bool {
    let last = frames.last?.symbol.drop { $0 == "_" } ?? ""
    return ["main", "start", "thread_start", "start_wqthread", "pthread_start", "pthread_wqthread"].contains(last)
      && frames.count > 3 && frames.enumerated().allSatisfy { $0.element.number == $0.offset }
  }

  /// Whether a function is there ten times above the functions of observing.
  var hasOtherRecursion: Bool {
    let above = frames.prefix { $0.kind != .callback && $0.kind != .notifying }.map(\.symbol).filter { !$0.isEmpty }
    return Dictionary(above.map { ($0, 1) }, uniquingKeysWith: +).contains { $0.value >= 10 }
  }

  /// Whether the innermost frames are those that raise an exception. AppKit's frames that end an app for one are not.
  var isOfException: Bool {
    !endsForException
      && frames.prefix(4).contains { $0.kind == .raising && $0.symbol.lowercased().contains("exception") }
  }

  /// Whether AppKit ended the app here because of an exception that was raised on another stack, or earlier.
  var endsForException: Bool { frames.prefix(3).contains { $0.symbol.contains("_crashOnException") } }
}

extension CallStack {
  /// Reads the stacks of a log.
  static func all(in lines: [Substring]) -> [CallStack] {
    var stacks: [CallStack] = []
    var current = CallStack()
    var head: [Substring] = []
    func close() {
      if !current.frames.isEmpty { stacks.append(current) }
      current = CallStack()
    }
    for (number, line) in lines.enumerated() {
      if let frame = Frame(line), !isHead(line) {
        let last = current.frames.last?.number
        let restarts = frame.number == 0 && last != nil && last != 0
        if restarts { close() }
        if current.frames.isEmpty {
          current.read(head)
          current.start = number
        }
        current.frames.append(frame)
        current.end = number + 1
        head = []
      } else if !line.trimmingSpaces.isEmpty {
        // The queue of a thread may be on a line of its own.
        if isHead(line) { close() }
        head.append(line.prefix(300))
        if head.count > 3 { head.removeFirst() }
      }
    }
    close()
    return stacks
  }

  /// Whether a line begins a thread.
  private static func isHead(_ line: Substring) -> Bool {
    let line = line.trimmingSpaces.drop { "*- ".contains($0) }.prefix(200).lowercased()
    return line.hasPrefix("thread") && line.prefix(20).contains { $0.isNumber || $0 == ":" }
      || line.hasPrefix("last exception backtrace") || line.hasPrefix("application specific backtrace")
      || line.hasPrefix("crashed:") || line.hasPrefix("fatal exception")
  }

  private mutating func read(_ head: [Substring]) {
    let words = Words(head.joined(separator: "\n"))
    isOfCrash =
      [
        "fatal exception", "last exception backtrace", "application specific backtrace", "stop reason",
        "first throw call stack",
      ]
      .contains { words.contains($0) }
      // The line "Crashed Thread: 3" belongs to the head of a report, and not to the stack below it.
      || head.contains { line in
        let line = Words(String(line))
        return line.contains("crashed") && !line.contains("crashed thread:")
      }
    if ["main-thread", "main thread", "thread #1:", "thread #1,", "thread 0 crashed", "thread 0:", "thread : 0"]
      .contains(where: { words.contains($0) })
    {
      isMain = true
    } else if ["com.apple.root", "queue =", "queue:", "thread #", "nsoperationqueue", "concurrent", "background"]
      .contains(where: { words.contains($0) })
    {
      isMain = false
    } else if let number = head.lazy.compactMap({ Self.threadNumber($0) }).first {
      isMain = number == 0
    }
  }

  private static func threadNumber(_ line: Substring) -> Int? {
    let line = line.trimmingSpaces
    guard line.lowercased().hasPrefix("thread ") else { return nil }
    return Int(line.dropFirst(7).prefix { $0.isNumber })
  }
}

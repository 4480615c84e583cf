import Console
package import Foundation
import ManagedObserving
import RawObserving
import Synchronization

/// Records what happens in this process while an act runs. Each event is written at once, so the file of a process
/// that dies is complete up to that point.
///
/// The engine and the mediator report; lines and variables come from the marks of the story's copy, references from
/// mirrors of its objects.
package final class Recorder: Sendable {
  /// The recorder of this process; nil as long as nothing is recorded.
  package static var current: Recorder? { theCurrent.withLock { $0 } }
  private static let theCurrent = Locked<Recorder?>(nil)

  private let file: FileHandle
  private let state: Locked<RecorderState>
  /// Whether this is a program of the reader's own.
  private let ofProgram: Bool
  /// Which variables no mark sees: see ``PlayedProgram``.
  private let unseen: String
  /// The size at which the recording is full, in bytes.
  private let limit: Int

  /// What the program prints into.
  private let printed: Locked<PrintedFiles?>

  private init(
    _ file: FileHandle, ofProgram: Bool, unseen: String, readsProperties: Bool, limit: Int, _ printed: PrintedFiles?
  ) {
    (self.file, self.ofProgram, self.unseen, self.limit) = (file, ofProgram, unseen, limit)
    self.printed = Locked(printed)
    state = Locked(RecorderState(ofProgram: ofProgram, readsProperties: readsProperties))
  }

  /// Records everything that happens in this process from now on into the file.
  ///
  /// - Parameters:
  ///   - file: where each event is written when it happens.
  ///   - ofProgram: whether this is a program of the reader's own. Then the objects of all its classes are recorded, and
  ///     not only those that can be observed.
  ///   - unseen: which variables of it no mark sees.
  ///   - readsProperties: whether the properties of its objects can be read.
  ///   - limit: the size at which the recording is full, in bytes; nil for that of a story.
  ///   - folder: where the program prints into files; nil if it tells what it prints.
  package static func start(
    writingTo file: FileHandle, ofProgram: Bool = false, unseen: String = "", readsProperties: Bool = true,
    limit: Int? = nil, printingInto folder: URL? = nil
  ) {
    let recorder = Recorder(
      file, ofProgram: ofProgram, unseen: unseen, readsProperties: readsProperties, limit: limit ?? limitOfStory,
      folder.map(PrintedFiles.init))
    theCurrent.withLock { $0 = recorder }
    EventProbe.install { recorder.hear($0) }
  }

  /// The thread that has the state, or 0.
  private let owner = Atomic<UInt>(0)

  /// Calls the body with the state. Returns nil if this thread has it already: something that is read runs code of the
  /// program, whose marks come here again.
  private func locked<Result>(_ body: (inout RecorderState) -> Result) -> Result? {
    let thread = UInt(bitPattern: ObjectIdentifier(Thread.current))
    if owner.load(ordering: .relaxed) == thread { return nil }
    return state.withLockUnchecked { state in
      owner.store(thread, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return body(&state)
    }
  }

  private func hear(_ event: any EventProbe.Event) {
    switch event {
    case let event as EngineEvent:
      if record({ $0.hear(event) }) { return }
      if case .gone(let object) = event { missedEnds.withLock { $0.append(object) } }
    case let event as MediatorEvent:
      if record({ $0.hear(event) }) { return }
      if case .controllerGone(let controller) = event { missedEnds.withLock { $0.append(controller) } }
    default: break
    }
  }

  /// The objects that ended on the thread that had the state: they were released by what was read.
  private let missedEnds = Locked<[ObjectIdentifier]>([])

  /// The story prints a line.
  package func says(_ line: String) {
    record { state in state.note(RecordedEvent(.says, text: state.withoutAddresses(line))) }
  }

  /// The story has an object that is not the engine's, or wants to know how long an object lives.
  package func meets(_ object: AnyObject) {
    record { state in
      if state.name(of: ObjectIdentifier(object)) == nil { state.meet(object) }
      state.note(RecordedEvent(.meets, object: state.name(of: object)))
    }
  }

  /// The story checks whether an object is alive.
  package func looks(at object: ObjectIdentifier, isAlive: Bool) {
    if StoryThread.isPolling { return }
    record { state in
      // The name of a deallocated object is still known, unless another object has its place.
      guard let name = state.formerName(of: object) else { return }
      var event = RecordedEvent(.looks, object: name)
      event.isAlive = isAlive
      state.note(event)
    }
  }

  /// The story and its variables have ended.
  package func finds(_ finding: String) {
    waitForOthers()
    record(isEnd: true) { state in state.note(RecordedEvent(.finds, text: finding)) }
  }

  /// The program ends, and its variables still hold what they hold.
  func exits() {
    record(isEnd: true) { state in
      var event = RecordedEvent(.finds, text: "the program ends")
      event.by = "exit"
      event.reason = unseen.isEmpty ? nil : unseen
      state.note(event)
    }
  }

  /// Waits until the threads that run alongside have ended, for two seconds at most.
  private func waitForOthers() {
    let deadline = Date() + 2
    while !StoryThread.isOnlyOneRunning && Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
  }

  // MARK: Marks

  func enters(
    _ frame: Frame, _ name: String, _ file: String, isMethod: Bool, waits: Bool, ends classes: String
  ) {
    let thread = ObjectIdentifier(Thread.current)
    _ = locked { state in
      let classes = Set(classes.split(separator: " ").map(String.init))
      state.frames.enter(frame.number, name, file, isMethod: isMethod, waits: waits, ends: classes, on: thread)
      if !classes.isEmpty { state.goOnWithDeinit(frame.number, classes) }
    }
  }

  /// Whether the line has run so often that it is no longer recorded. What it changes is noticed when another line runs.
  func isWornOut(_ frame: Frame, _ line: Int, quits: Bool) -> Bool {
    let thread = ObjectIdentifier(Thread.current)
    return ofProgram && silently { $0.isWornOut(frame.number, line, quits: quits, on: thread) }
  }

  func marks(
    _ frame: Frame, _ line: Int, isWork: Bool, quits: Bool, _ variables: [(name: Substring, value: Any)]
  ) {
    let thread = ObjectIdentifier(Thread.current)
    record(markOf: frame, holding: variables) {
      $0.mark(frame.number, line, isWork: isWork, quits: quits, variables, on: thread)
    }
  }

  func finishes(_ frame: Frame, _ variables: [(name: Substring, value: Any)]) {
    let thread = ObjectIdentifier(Thread.current)
    record(markOf: frame) { $0.finish(frame.number, variables, on: thread) }
  }

  func modifies(_ frame: Frame) { _ = locked { $0.frames.modify(frame.number) } }

  func captures(_ frame: Frame, _ variables: [(name: Substring, value: Any)]) {
    record(markOf: frame) { $0.capture(frame.number, variables) }
  }

  func captures(_ object: AnyObject, _ line: RecordedEvent.Line) {
    let thread = ObjectIdentifier(Thread.current)
    record(isMark: true) { state in
      guard let frame = state.frames.innermost(on: thread) else { return }
      state.capture(frame, [("self", object)], at: line)
    }
  }

  func receives(_ frame: Frame, _ parameters: [(name: Substring, value: Any)]) {
    // Only the first call names its objects.
    if ofProgram, silently({ $0.frames.isKnown(frame.number) }) { return }
    record(markOf: frame) { $0.receive(frame.number, parameters) }
  }

  func ends(_ frame: Frame, _ name: String, _ line: Int) {
    // A variable that holds no object ends without a word. Nothing is read then: a loop would read everything in each turn.
    if ofProgram, silently({ $0.endsSilently(frame.number, name, line) }) { return }
    record(markOf: frame) { $0.end(frame.number, variable: name, line) }
  }

  func tellsUnowned(_ holder: AnyObject, _ property: String, _ value: Any) {
    record(isMark: true) { $0.tellUnowned(holder, property, value) }
  }

  /// - Parameter frame: the call of the initializer; nil if it has none.
  func makes(_ object: AnyObject, in frame: Frame?) {
    let thread = ObjectIdentifier(Thread.current)
    if silently({ !$0.isMadeInView(object, in: frame?.number, on: thread) }) { return }
    record(isMark: true) { $0.make(object, in: frame?.number, on: thread) }
  }

  func delegates(_ frame: Frame) { _ = locked { $0.frames.delegate(frame.number) } }

  /// Whether the statement that is under way is no longer noted.
  func isWornOut(_ frame: Frame) -> Bool { locked { $0.isWornOut(frame.number) } == true }

  func reads(_ frame: Frame, _ variables: [(name: Substring, value: Any)]) {
    let thread = ObjectIdentifier(Thread.current)
    record(markOf: frame, holding: variables) { $0.read(frame.number, variables, on: thread) }
  }

  func leaves(_ frame: Frame) {
    if ofProgram, silently({ $0.leavesSilently(frame.number) }) { return }
    record(markOf: frame) { $0.leave(frame.number) }
  }

  /// Whether there is nothing to be recorded but what was printed, as the body finds.
  private func silently(_ body: (inout RecorderState) -> Bool) -> Bool {
    locked { state in
      if EventProbe.isInstalled { writePrinted(&state, isAlone: StoryThread.isOnlyOneRunning, isSilent: true) }
      defer { if state.full == nil { writeEvents(&state) } }
      return body(&state)
    } != false
  }

  /// Writes what was printed since the last event: it belongs to the lines that are still under way.
  private func writePrinted(_ state: inout RecorderState, isAlone: Bool, isSilent: Bool) {
    if !ofProgram || state.full != nil { return }
    let thread = ObjectIdentifier(Thread.current)
    // What was printed since an object's deinit was over was printed after it.
    state.noticeEndsOfDying()
    state.placeEvents(on: thread)
    writeEvents(&state)
    let frames = state.frames
    let events = printed.withLock { files in
      files?.takeNew(
        isAlone: isAlone, isSilent: isSilent, on: StoryThread.name, at: frames.innermostLine(on: thread)
      ) { frames.lines(on: thread) }
    }
    for event in events ?? [] {
      let line = ObjectNames.escaped(Self.line(of: event))
      write(line)
      state.writtenBytes += line.count
    }
  }

  /// Notes what the body says, and other events that are noticed since the last time.
  ///
  /// - Parameters:
  ///   - isMark: whether a mark says it, and not the engine, the mediator or the story itself.
  ///   - frame: the call whose mark it is. Its last statement is over.
  ///   - variables: what its variables hold.
  /// - Returns: false if this thread has the state already.
  @discardableResult
  private func record(
    isEnd: Bool = false, isMark: Bool = false, markOf frame: Frame? = nil,
    holding variables: [(name: Substring, value: Any)] = [], _ body: (inout RecorderState) -> Void
  ) -> Bool {
    if !isEnd && !EventProbe.isInstalled { return true }
    // Written under the lock, so that the order in the file is the order in which things were noted.
    return locked { state in
      if let frame { state.frames.settle(frame.number) }
      if let full = state.full, !isEnd {
        if !isMark && frame == nil { countMissed(in: &state, full) }
        return
      }
      if state.full == nil {
        let isQuiet = EventProbe.isInstalled && StoryThread.isOnlyOneRunning
        writePrinted(&state, isAlone: isQuiet, isSilent: false)
        state.noteReading(isAlone: isQuiet)
        if isQuiet {
          // What a statement makes is there before it lets go of something else.
          if let frame { state.discover(variables, frame.number) }
          state.noteEnded()
        }
        if isQuiet || ofProgram { state.noticeEnds() }
        if isQuiet { state.lookAround() }
        if isQuiet { state.placeEvents(on: ObjectIdentifier(Thread.current)) }
      }
      body(&state)
      if state.full == nil { state.noteModifying() }
      for object in missedEnds.withLock({ objects in
        defer { objects = [] }
        return objects
      }) { state.remove(object) }
      writeEvents(&state)
      if state.writtenBytes >= limit, state.full == nil, !isEnd { cutOff(&state) }
    } != nil
  }

  // MARK: A full recording

  /// The size of a full recording of a reader's program, if nothing else is said.
  static let defaultLimit = 1_000_000
  /// That of a story. Only runs of thousands of registrations exceed it: more of the same events teach nothing.
  private static let limitOfStory = 170_000

  /// Nothing but the end is recorded any more. What else is reported is counted.
  private func cutOff(_ state: inout RecorderState) {
    var event = RecordedEvent(.cutOff)
    event.missed = 0
    let field = Data("\"missed\":".utf8)
    var line = Self.line(of: event)
    guard let place = line.range(of: field)?.upperBound else { return }
    line.replaceSubrange(place..<place + 1, with: Self.digits(of: 0))
    state.full = RecorderState.Full(place: off_t(state.writtenBytes + place))
    write(line)
  }

  /// The count is written at once, in its place: a process that dies says nothing at its end.
  private func countMissed(in state: inout RecorderState, _ full: RecorderState.Full) {
    state.full?.missed += 1
    let digits = Self.digits(of: full.missed + 1)
    let count = digits.withUnsafeBytes { pwrite(file.fileDescriptor, $0.baseAddress, $0.count, full.place) }
    if count != digits.count { fail(String(cString: strerror(errno))) }
  }

  /// The number, with room for more digits behind it.
  private static func digits(of number: Int) -> [UInt8] {
    let digits = Array("\(number)".utf8)
    return digits + Array(repeating: UInt8(ascii: " "), count: max(0, 12 - digits.count))
  }

  // MARK: Writing

  /// Writes what was noted.
  private func writeEvents(_ state: inout RecorderState) {
    let events = state.takeEvents()
    if events.isEmpty { return }
    let (thread, lines) = (StoryThread.name, state.frames.lines(on: ObjectIdentifier(Thread.current)))
    for var event in events {
      event.thread = thread
      if event.lines.isEmpty { event.lines = lines }
      let line = Self.line(of: event)
      write(line)
      state.writtenBytes += line.count
    }
  }

  private static func line(of event: RecordedEvent) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(event)) ?? Data()) + [UInt8(ascii: "\n")]
  }

  private func write(_ line: Data) {
    do { try file.write(contentsOf: line) } catch { fail(reason(of: error)) }
  }

  /// What was recorded up to now would be taken for the whole run.
  private func fail(_ why: String) -> Never {
    StandardStreams.writeError("*** the recording could not be written: \(why)\n")
    _exit(Ending.output)
  }
}

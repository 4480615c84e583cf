import Foundation
import ManagedObserving
import RawObserving

/// How much of the source a recording tells.
enum RecordingDetail: String, Sendable {
  /// The lines of every event.
  case everyLine
  /// No lines. To find a line takes far longer than all the rest, and only those that make objects are read, for the
  /// names.
  case namesAlone
}

/// Hears what happens in this process while an act runs, and writes it down, an event at a time and at once: a process
/// that dies leaves what it has done so far.
///
/// The engine and the mediator report; the story's own lines and looks come from `Story` and `Probe`. Names come from
/// the story's source, references from mirrors of its objects.
final class Recorder: Sendable {
  /// The recorder of this process; nil as long as nothing is recorded.
  static var current: Recorder? { theCurrent.withLock { $0 } }
  private static let theCurrent = Locked<Recorder?>(nil)

  private let file: FileHandle
  private let detail: RecordingDetail
  private let state: Locked<RecorderState>

  private init(_ file: FileHandle, _ detail: RecordingDetail, _ references: [Reference], act: Int) {
    (self.file, self.detail) = (file, detail)
    state = Locked(RecorderState(references, act: act))
  }

  /// Records everything that happens in this process from now on into the file.
  ///
  /// - Parameters:
  ///   - references: what the story declares of them.
  ///   - act: the number of the act that is run.
  static func start(
    writingTo file: FileHandle, _ detail: RecordingDetail = .everyLine, _ references: [Reference] = [], act: Int = 1
  ) {
    SourceLines.prepare()
    let recorder = Recorder(file, detail, references, act: act)
    theCurrent.withLock { $0 = recorder }
    Recording.start { recorder.hear($0) }
  }

  private func hear(_ event: any Recording.Event) {
    switch event {
    case let event as EngineEvent: record { $0.hear(event) }
    case let event as MediatorEvent: record { $0.hear(event) }
    default: break
    }
  }

  /// The story prints a line.
  func says(_ line: String) {
    record { state in state.note(RecordedEvent(.says, text: state.withoutAddresses(line))) }
  }

  /// The story has an object of another kind than the engine's, or wants to know of one how long it lives.
  func meets(_ object: AnyObject) {
    record { state in
      if state.name(of: ObjectIdentifier(object)) == nil { state.meet(object) }
    }
  }

  /// The story looks whether an object is alive.
  func looks(at object: ObjectIdentifier, isAlive: Bool) {
    record { state in
      // An object that is gone has left its name behind, if no other one has its place.
      guard let name = state.formerName(of: object) else { return }
      var event = RecordedEvent(.looks, object: name)
      event.isAlive = isAlive
      state.note(event)
    }
  }

  /// The story is over and its variables are gone.
  func finds(_ finding: String) { record(isEnd: true) { state in state.note(RecordedEvent(.finds, text: finding)) } }

  /// Notes what the body says, and what else is found to have happened since the last time.
  private func record(isEnd: Bool = false, _ body: (inout RecorderState) -> Void) {
    if !isEnd && !Recording.isOn { return }
    let lines = detail == .everyLine ? SourceLines.now() : []
    let thread = threadName
    // Written under the lock, so that the order in the file is the order in which things were noted.
    state.withLock { state in
      if Recording.isOn && StoryThreads.isOnlyOneRunning { state.lookAround() }
      body(&state)
      for var event in state.takeEvents() {
        (event.thread, event.lines) = (thread, lines)
        write(event)
      }
      state.writtenCount += 1
      if state.writtenCount == Self.most { cutOff() }
    }
  }

  /// A run that goes on after so many reports is one of thousands of registrations. More of the same teaches nothing,
  /// and to write it down would take longer than the run.
  private static let most = 500

  private func cutOff() {
    Recording.stop()
    write(RecordedEvent(.cutOff))
  }

  private func write(_ event: RecordedEvent) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard var line = try? encoder.encode(event) else { return }
    line.append(UInt8(ascii: "\n"))
    try? file.write(contentsOf: line)
  }
}

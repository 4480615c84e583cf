package import Foundation
import ManagedObserving
import RawObserving

/// How much of the source a recording tells.
package enum RecordingDetail: String, Sendable {
  /// The lines of every event.
  case everyLine
  /// No lines. Finding a line takes far longer than everything else, so only lines that make objects are read, for the
  /// names.
  case namesAlone
}

/// Records what happens in this process while an act runs. Each event is written at once, so the file of a process
/// that dies is complete up to that point.
///
/// The engine and the mediator report; the story's own lines and looks come from `Story` and `Probe`. Names come from
/// the story's source, references from mirrors of its objects.
package final class Recorder: Sendable {
  /// The recorder of this process; nil as long as nothing is recorded.
  package static var current: Recorder? { theCurrent.withLock { $0 } }
  private static let theCurrent = Locked<Recorder?>(nil)

  private let file: FileHandle
  private let detail: RecordingDetail
  private let state: Locked<RecorderState>

  private init(_ file: FileHandle, _ detail: RecordingDetail, _ references: [Reference], act: Int, source: String) {
    (self.file, self.detail) = (file, detail)
    state = Locked(RecorderState(references, act: act, source: source))
  }

  /// Records everything that happens in this process from now on into the file.
  ///
  /// - Parameters:
  ///   - references: the references that the story declares.
  ///   - act: the number of the act that is run.
  ///   - source: the story's file, named from the root of the package on.
  package static func start(
    writingTo file: FileHandle, _ detail: RecordingDetail = .everyLine, _ references: [Reference] = [], act: Int = 1,
    source: String
  ) {
    SourceLines.prepare()
    let recorder = Recorder(file, detail, references, act: act, source: source)
    theCurrent.withLock { $0 = recorder }
    EventProbe.install { recorder.hear($0) }
  }

  private func hear(_ event: any EventProbe.Event) {
    switch event {
    case let event as EngineEvent: record { $0.hear(event) }
    case let event as MediatorEvent: record { $0.hear(event) }
    default: break
    }
  }

  /// The story prints a line.
  package func says(_ line: String) {
    record { state in state.note(RecordedEvent(.says, text: state.withoutAddresses(line))) }
  }

  /// The story has an object that is not the engine's, or wants to know how long an object lives.
  package func meets(_ object: AnyObject) {
    record { state in
      if state.name(of: ObjectIdentifier(object)) == nil { state.meet(object) }
    }
  }

  /// The story checks whether an object is alive.
  package func looks(at object: ObjectIdentifier, isAlive: Bool) {
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

  /// Waits until the threads that run alongside have ended, for two seconds at most.
  private func waitForOthers() {
    let deadline = Date() + 2
    while !StoryThread.isOnlyOneRunning && Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
  }

  /// Notes what the body says, and other events that are noticed since the last time.
  private func record(isEnd: Bool = false, _ body: (inout RecorderState) -> Void) {
    if !isEnd && !EventProbe.isInstalled { return }
    let lines = detail == .everyLine ? SourceLines.now() : []
    let thread = StoryThread.name
    // Written under the lock, so that the order in the file is the order in which things were noted.
    state.withLock { state in
      if EventProbe.isInstalled && StoryThread.isOnlyOneRunning { state.lookAround() }
      body(&state)
      for var event in state.takeEvents() {
        (event.thread, event.lines) = (thread, lines)
        write(event)
      }
      state.writtenCount += 1
      if state.writtenCount == Self.most { cutOff() }
    }
  }

  /// The limit of reports. Only runs of thousands of registrations exceed it: more of the same events teach nothing, and
  /// writing them would take longer than the run.
  private static let most = 500

  private func cutOff() {
    EventProbe.remove()
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

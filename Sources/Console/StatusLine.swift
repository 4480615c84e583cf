import Foundation
import Synchronization

/// One line at the bottom of the terminal that says how far something is. It is written to standard error, and only
/// if that is a terminal, so that it gets into no pipe and no file.
package final class StatusLine {
  private let line = Line()
  /// Reports when the window is made wider or narrower. Nil if there is no terminal.
  private let windowChanges: (any DispatchSourceSignal)?

  package init() {
    guard line.isShown else {
      windowChanges = nil
      return
    }
    let source = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
    source.setEventHandler { [line] in line.redraw() }
    source.resume()
    windowChanges = source
  }

  deinit { windowChanges?.cancel() }

  /// Whether there is a terminal to show it.
  package var isShown: Bool { line.isShown }

  /// Replaces the text of the line.
  ///
  /// - Parameter text: makes the text for a number of columns. It is called again when the window is made wider or
  ///   narrower, on another thread.
  package func show(_ text: @escaping @Sendable (_ columns: Int) -> String) { line.show(text) }

  /// Leaves the line as it is, and begins a new one.
  package func finish() { line.finish() }

  /// Removes the line.
  package func clear() { line.clear() }
}

/// What is on the line.
private final class Line: Sendable {
  let isShown = isatty(STDERR_FILENO) != 0
  private let understandsCodes = ProcessInfo.processInfo.environment["TERM"] != "dumb"
  private let state = Mutex(State())

  private struct State {
    /// Makes the text for a number of columns.
    var text: (@Sendable (Int) -> String)?
    var written = ""
  }

  func show(_ text: @escaping @Sendable (_ columns: Int) -> String) {
    guard isShown else { return }
    state.withLock { state in
      state.text = text
      write(&state)
    }
  }

  func finish() {
    state.withLock { state in
      if state.text != nil { put("\n", isOpen: false) }
      state = State()
    }
  }

  func clear() {
    state.withLock { state in
      if state.text != nil { put(start(state) + (understandsCodes ? "" : "\r"), isOpen: false) }
      state = State()
    }
  }

  func redraw() {
    state.withLock { state in if state.text != nil { write(&state, isNew: true) } }
  }

  private func write(_ state: inout State, isNew: Bool = false) {
    guard let text = state.text else { return }
    let columns = Screen.columns(of: STDERR_FILENO) ?? 80
    // The last column stays free: some terminals begin a new line after it.
    let line = String(text(columns).prefix(columns: max(1, columns - 1)))
    guard isNew || line != state.written else { return }
    put(start(state) + line, isOpen: true)
    state.written = line
  }

  /// The codes that move the cursor to the beginning of the line, and clear it.
  private func start(_ state: State) -> String {
    guard understandsCodes else { return "\r" + "".padded(to: state.written.columns) + "\r" }
    // A window that was made narrower has broken the line in several.
    let rows = max(0, state.written.columns - 1) / (Screen.columns(of: STDERR_FILENO) ?? 80)
    return (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J"
  }

  private func put(_ text: String, isOpen: Bool) {
    Interruption.lineIsBeingWritten.store(true, ordering: .sequentiallyConsistent)
    if Interruption.hasBegun.load(ordering: .sequentiallyConsistent) {
      Interruption.lineIsBeingWritten.store(false, ordering: .sequentiallyConsistent)
      // The process dies by its signal, and no text may be printed after this line.
      while true { sleep(1) }
    }
    // Before the text is written: a signal on this thread may come immediately after it.
    if isOpen { Interruption.lineIsOpen.store(true, ordering: .sequentiallyConsistent) }
    StandardStreams.writeError(text)
    if !isOpen { Interruption.lineIsOpen.store(false, ordering: .sequentiallyConsistent) }
    Interruption.lineIsBeingWritten.store(false, ordering: .sequentiallyConsistent)
  }
}

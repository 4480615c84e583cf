import Foundation
internal import RawObserving

/// Ends a test process in which no test makes progress.
///
/// Swift Testing's `.timeLimit` cancels a task, and a thread that is blocked hangs all the same. So a thread of
/// its own counts the seconds in which no test started or ended. At the limit it writes which tests are running, and
/// ends the process and its children. The limit is 120 seconds, or what the environment variable `TEST_LIMIT` says.
///
/// The seconds count from the last start or end of *any* test, not from the start of the one that hangs. Tests
/// share the threads of Swift's pool: a test that waits for a child process can wait minutes more for a thread to go on
/// with, on a slow machine, while the others run. A test that hangs is found when the others are done.
final class Watchdog: Sendable {
  private struct State {
    var running: [Int: String] = [:]
    var eventCount = 0
    var quietSeconds = 0
  }

  private let state = Locked(State())
  private let limit: Int

  /// The one that ``Watched`` tells of each test. Its thread starts with the first test.
  static let shared = Watchdog(limit: limit(from: ProcessInfo.processInfo.environment))

  private init(limit: Int) {
    self.limit = limit
    let thread = Thread { self.watch() }
    thread.name = "watchdog"
    thread.start()
  }

  private static func limit(from environment: [String: String]) -> Int {
    guard let text = environment["TEST_LIMIT"] else { return 120 }
    guard let seconds = Int(text), seconds > 0 else {
      fatalError("TEST_LIMIT is '\(text)'. Set it to a number of seconds, or do not set it.")
    }
    return seconds
  }

  /// Notes that a test starts, and returns the number to pass to ``end(_:)``.
  func begin(_ name: String) -> Int {
    state.withLock { state in
      state.eventCount += 1
      state.running[state.eventCount] = name
      return state.eventCount
    }
  }

  func end(_ number: Int) {
    state.withLock { state in
      state.eventCount += 1
      state.running[number] = nil
    }
  }

  /// Counts seconds that it has slept, and does not look at a clock: while a debugger or a sleeping machine holds
  /// the process, nothing is late.
  private func watch() {
    var eventCount = 0
    while true {
      sleep(1)
      let quietSeconds = state.withLock { state in
        state.quietSeconds = state.eventCount == eventCount ? state.quietSeconds + 1 : 0
        eventCount = state.eventCount
        return state.quietSeconds
      }
      if quietSeconds >= limit { giveUp() }
    }
  }

  /// Whether the limit is close, so that a test that waits had better fail now.
  fileprivate var isAboutToGiveUp: Bool { state.withLock { $0.quietSeconds } >= limit - 20 }

  private func giveUp() -> Never {
    let running = state.withLock { $0.running }
    var message = "\nwatchdog: no test has started or ended for \(limit) seconds.\n"
    if running.isEmpty {
      message +=
        "No watched test is running: one without the trait .watched hangs, or the process at its end.\n"
    } else {
      message += "These tests are running, the oldest first, and at least one of them hangs:\n"
      message += running.sorted { $0.key < $1.key }.map { "  \($0.value)\n" }.joined()
    }
    message += """
      Look for a lock that is held, a semaphore that is never signalled, or a loop without an end. If the test only \
      needs longer, set TEST_LIMIT to more seconds.
      The watchdog ends this process and its children.

      """
    // Not through stdio, whose lock a thread that hangs may hold.
    FileHandle.standardError.write(Data(message.utf8))
    for child in Processes.children() { kill(child, SIGKILL) }
    _exit(EXIT_FAILURE)
  }
}

/// Waits until it holds, and returns when it does, or when nothing else has happened for so long that the watchdog is
/// about to end the process. Expect it afterwards.
///
/// It needs no free thread of Swift's pool: on a busy machine the tests in parallel can block all of them for minutes.
package func waitUntil(isolation: isolated (any Actor)? = #isolation, _ holds: () -> Bool) async {
  while !holds() && !Watchdog.shared.isAboutToGiveUp {
    usleep(1000)
    await Task.yield()
  }
}

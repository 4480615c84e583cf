import Foundation
internal import RawObserving

/// How long each test ran. At the end of the process the ten slowest are printed.
///
/// The time that Swift Testing prints for a test begins when it starts all tests, so it includes the wait for a turn.
package final class TestTimes: Sendable {
  private let times = Locked<[String: Duration]>([:])

  /// Those of this process.
  static let shared: TestTimes = {
    atexit { FileHandle.standardError.write(Data(shared.report().utf8)) }
    return TestTimes()
  }()

  package init() {}

  /// Adds the time of a test, or of one of its cases.
  package func add(_ time: Duration, to name: String) {
    times.withLock { $0[name, default: .zero] += time }
  }

  /// The ten slowest tests, the slowest first; nothing if no more than ten have run.
  package func report() -> String {
    let times = times.withLock { $0 }
    guard times.count > 10 else { return "" }
    let slowest = times.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(10)
    let lines = slowest.map { name, time in
      String(format: "%8.2f s  ", time / .seconds(1)) + name + "\n"
    }
    return "The ten slowest tests, without the wait for their turns. The cases of a test are added up:\n"
      + lines.joined()
  }
}

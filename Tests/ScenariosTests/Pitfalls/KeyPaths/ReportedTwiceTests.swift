import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-6 reported twice", .watched)
struct ReportedTwiceTests {
  private class Job: KeyValueObject {
    @Observed var isFinished = false

    func announce(_ change: () -> Void) {
      willChangeValue(forKey: "isFinished")
      change()
      didChangeValue(forKey: "isFinished")
    }

    func writeStorage() { _isFinished.storedValue = true }
  }

  private final class ManualJob: Job {
    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "isFinished" }
  }

  private let view = Recorder()

  /// The old and the new values of the calls that `use` makes.
  private func calls(_ job: Job, _ use: (Job) -> Void) -> [[Bool?]] {
    job.addObserver(view, forKeyPath: "isFinished", options: [.old, .new])
    use(job)
    job.removeObserver(view, forKeyPath: "isFinished")
    return view.changes.map { [$0.oldValue as? Bool, $0.newValue as? Bool] }
  }

  @Test("a pair around a set makes two calls, with the same values")
  func hazard() {
    #expect(calls(Job()) { job in job.announce { job.isFinished = true } } == [[false, true], [false, true]])
  }

  @Test("a pair around such a pair makes three")
  func nested() {
    let calls = calls(Job()) { job in job.announce { job.announce { job.isFinished = true } } }
    #expect(calls.count == 3)
  }

  @Test("the two calls that come before the change are two as well")
  func prior() {
    let job = Job()
    job.addObserver(view, forKeyPath: "isFinished", options: .prior)
    job.announce { job.isFinished = true }
    #expect(view.changes.map(\.isPrior) == [true, true, false, false])
    job.removeObserver(view, forKeyPath: "isFinished")
  }

  @Test("with automatic notification off for the key, a pair around the setter makes one call")
  func automaticOff() {
    #expect(calls(ManualJob()) { job in job.announce { job.isFinished = true } } == [[false, true]])
  }

  @Test("a pair around a write to the storage makes one call")
  func storage() {
    #expect(calls(Job()) { job in job.announce { job.writeStorage() } } == [[false, true]])
  }
}

import Harness
import ManagedObserving
import RawObserving

/// KEY-6: a change is announced by hand around a setter that announces it as well.
enum ReportedTwice {
  static let pitfall = Pitfall(
    "KEY-6", "reported-twice", "A change is announced by hand around a setter that announces it as well",
    frequency: .sometimes, symptoms: [.calledTwice, .calledForNothing],
    change: .delete(#"willChangeValue(forKey: "isFinished")"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "will and did by hand, around a setter that announces", .finds("1 job finishes, the list counts 2"),
      wanted: "1 job finishes, the list counts 1", raw),
    .managed("the setter alone", .finds("1 job finishes, the list counts 1"), bySetter),
    .managed(
      "will and did by hand, with automatic notification off", .finds("1 job finishes, the list counts 1"), manual),
    .managed(
      "will and did by hand, around a setter that announces", .finds("1 job finishes, the list counts 2"),
      wanted: "1 job finishes, the list counts 1", sameMistake: true, managed),
  ]

  // snippet.job
  private class Job: KeyValueObject {
    @Observed var isFinished = false

    func finish() {
      willChangeValue(forKey: "isFinished")
      isFinished = true  // the setter announces the change, too
      didChangeValue(forKey: "isFinished")
    }
  }
  // snippet.end

  // snippet.manual
  private final class ManualJob: Job {
    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key != "isFinished"
    }
  }
  // snippet.end

  private final class JobList: KeyValueObject {
    let story: Story
    private(set) var finished = 0

    init(_ story: Story) {
      self.story = story
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      finished += 1
      if let old = change.oldValue, let new = change.newValue { story.say("the list hears: \(old) became \(new)") }
    }
  }

  private static func raw(_ story: Story) -> String {
    let job = Job()
    let list = JobList(story)
    job.addObserver(list, forKeyPath: "isFinished", options: [.old, .new])
    job.finish()
    job.removeObserver(list, forKeyPath: "isFinished")
    return "1 job finishes, the list counts \(list.finished)"
  }

  private static func managed(_ story: Story) -> String {
    observed(story, Job()) { $0.finish() }
  }

  private static func bySetter(_ story: Story) -> String {
    observed(story, Job()) { $0.isFinished = true }
  }

  private static func manual(_ story: Story) -> String {
    observed(story, ManualJob()) { $0.finish() }
  }

  private static func observed(_ story: Story, _ job: Job, _ finish: (Job) -> Void) -> String {
    let list = JobList(story)
    list.kvoController.observe(job, keyPath: "isFinished", options: [.old, .new], context: nil)
    finish(job)
    return "1 job finishes, the list counts \(list.finished)"
  }
}

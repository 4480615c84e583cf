import Foundation
import Harness
import ManagedObserving
import RawObserving

/// THR-10: the callback asserts that it runs on the main actor, and another thread makes the change.
enum WrongIsolation {
  static let pitfall = Pitfall(
    "THR-10", "wrong-isolation", "A callback assumes the main actor, and is called on another thread",
    frequency: .sometimes, symptoms: [.diesWhenChanged, .wrongThread],
    change: .delete(#"runMainThread { label.finding != "the label is not set" }"#, 2, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the callback assumes the main actor", .dies(.executorCheck),
      wanted: "the label is set to 512 on the main thread"
    ) { story in MainActor.assumeIsolated { assuming(story) } },
    .raw(
      "by hand, the callback sends the value to the main actor",
      .finds("the label is set to 512 on the main thread")
    ) { story in MainActor.assumeIsolated { sending(story) } },
    .managed(
      "the controller is told to call on the main actor", .finds("the label is set to 512 on the main thread")
    ) { story in MainActor.assumeIsolated { onMain(story) } },
    .managed(
      "the closure assumes the main actor, and the controller is not told where to call",
      .dies(.executorCheck),
      wanted: "the label is set to 512 on the main thread", sameMistake: true
    ) { story in MainActor.assumeIsolated { assumingInClosure(story) } },
  ]

  @MainActor
  private final class Label {
    private(set) lazy var controller = KVOController(observer: self)
    private(set) var finding = "the label is not set"

    func set(_ bytes: Int) { finding = "the label is set to \(bytes) on the \(threadName) thread" }
  }

  // snippet.assuming
  private final class AssumingObserver: KeyValueObject {
    private let label: Label

    init(_ label: Label) { self.label = label }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard let bytes = change.newValue as? Int else { return }
      MainActor.assumeIsolated { [label] in label.set(bytes) }
    }
  }
  // snippet.end

  private final class SendingObserver: KeyValueObject {
    private let label: Label

    init(_ label: Label) { self.label = label }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      guard let bytes = change.newValue as? Int else { return }
      Task { @MainActor [label] in label.set(bytes) }
    }
  }

  @MainActor
  private static func assuming(_ story: Story) -> String {
    let label = Label()
    return observed(by: AssumingObserver(label), label, story)
  }

  @MainActor
  private static func sending(_ story: Story) -> String {
    let label = Label()
    return observed(by: SendingObserver(label), label, story)
  }

  @MainActor
  private static func observed(by observer: KeyValueObject, _ label: Label, _ story: Story) -> String {
    let download = Shared(Download())
    download.object.addObserver(observer, forKeyPath: "receivedBytes", options: .new)
    setBytes(of: download, story)
    runMainThread { label.finding != "the label is not set" }
    download.object.removeObserver(observer, forKeyPath: "receivedBytes")
    return label.finding
  }

  // snippet.on-main
  @MainActor
  private static func onMain(_ story: Story) -> String {
    let download = Shared(Download())
    let label = Label()
    label.controller.observe(download.object, \.$receivedBytes, on: .shared) { label, change in
      label.set(change.value)
    }
    setBytes(of: download, story)
    runMainThread { label.finding != "the label is not set" }
    return label.finding
  }
  // snippet.end

  @MainActor
  private static func assumingInClosure(_ story: Story) -> String {
    let download = Shared(Download())
    let label = Label()
    label.controller.observe(download.object, \.$receivedBytes) { label, _, change in
      MainActor.assumeIsolated { label.set(change.value) }
    }
    setBytes(of: download, story)
    return label.finding
  }
}

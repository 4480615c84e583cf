import UIKit

final class Cell: UIView {
  let progress: Progress
  var text = ""
  private var token: NSKeyValueObservation?
  private var tokens: [String: NSKeyValueObservation] = [:]
  private var list: [NSKeyValueObservation] = []

  init(_ progress: Progress) {
    self.progress = progress
    super.init(frame: .zero)
    token = progress.observe(\.fractionCompleted) { progress, _ in  // finds
      self.text = "\(progress.fractionCompleted)"
    }
    tokens["done"] = progress.observe(\.isFinished) { [self] _, _ in print(text) }  // finds
    list.append(progress.observe(\.isPaused) { _, _ in print("paused: \(self.text)") })  // finds
    let local = progress.observe(\.isCancelled) { _, _ in  // finds
      DispatchQueue.main.async { [weak self] in print(self?.text ?? "") }
    }
    list.append(local)
  }

  deinit { token = nil }
}

// Near misses.
final class WeakCell: UIView {
  let progress = Progress()
  var text = ""
  private var token: NSKeyValueObservation?

  func follow() {
    token = progress.observe(\.fractionCompleted) { [weak self] _, _ in self?.text = "" }
    token = progress.observe(\.fractionCompleted) { [unowned self] _, _ in text = "" }
    token = progress.observe(\.fractionCompleted) { [weak owner = self] _, _ in owner?.text = "" }
    token = progress.observe(\.fractionCompleted) { [text] _, _ in print(text) }
    perform { [weak self] in
      self?.token = self?.progress.observe(\.isFinished) { _, _ in print(self?.text ?? "") }
    }
  }

  func perform(_ body: () -> Void) { body() }
}

struct Row {
  var token: NSKeyValueObservation?
  var text = ""

  mutating func follow(_ progress: Progress) {
    let row = self
    token = progress.observe(\.fractionCompleted) { _, _ in print(row.text, Self.self) }
  }
}

final class AppDelegate: UIResponder, UIApplicationDelegate {
  let progress = Progress()
  var token: NSKeyValueObservation?

  func follow() { token = progress.observe(\.isFinished) { _, _ in print(self) } }
}

final class Center: NSObject {
  static let shared = Center()
  let progress = Progress()
  var token: NSKeyValueObservation?

  func follow() { token = progress.observe(\.isFinished) { _, _ in print(self) } }
}

final class Window: UIView {
  static var token: NSKeyValueObservation?

  // Near miss: `self` is the class.
  static func follow(_ progress: Progress) {
    token = progress.observe(\.isFinished) { _, _ in print(self.init(frame: .zero)) }
  }
}

final class List: UIView {
  var token: NSKeyValueObservation?

  // Near miss: the cell keeps it.
  func show(_ progress: Progress, in cell: ListCell) {
    cell.token = progress.observe(\.isFinished) { _, _ in print(self) }
  }
}

final class ListCell: UIView {
  var token: NSKeyValueObservation?
}

final class Several: UIView {
  let progress = Progress()
  var tokens: [NSKeyValueObservation] = []
  var others = Set<NSKeyValueObservation>()

  func follow() {
    tokens = [
      progress.observe(\.isFinished) { _, _ in self.update() },  // finds
      progress.observe(\.isPaused) { [weak self] _, _ in self?.update() },
    ]
    tokens += [progress.observe(\.isCancelled) { _, _ in self.update() }]  // finds
    // `stop` ends it.
    others.insert(progress.observe(\.isFinished) { _, _ in self.update() })  // may
  }

  func stop() { others = .init() }
  func update() {}
}

final class Kept: UIView {
  var subscriptions = Set<NSKeyValueObservation>()
  var first: NSKeyValueObservation?
  var second: NSKeyValueObservation?
  static var preview: Kept { .init(frame: .zero) }

  func follow(_ progress: Progress) {
    progress.observe(\.isFinished) { _, _ in print(self) }.store(in: &subscriptions)  // finds
    // `stop` ends these.
    first = progress.observe(\.isFinished) { _, _ in print(self) }  // may
    second = progress.observe(\.isFinished) { _, _ in print(self) }  // may
  }

  func stop() { (first, second) = (nil, nil) }

  final class Inner {
    var subscriptions: Set<NSKeyValueObservation>?
    func stop() { subscriptions = nil }
  }
}

final class Live: Client {
  static let live: any Client = Live()
  var token: NSKeyValueObservation?
  func follow(_ progress: Progress) { token = progress.observe(\.isFinished) { _, _ in print(self) } }
}

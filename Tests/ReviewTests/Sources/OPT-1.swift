import UIKit

final class Header: UIView {
  var tokens: [NSKeyValueObservation] = []

  func follow(_ view: UIScrollView, _ options: NSKeyValueObservingOptions) {
    tokens = [
      view.observe(\.contentOffset) { _, change in print(change.newValue ?? .zero) },  // finds
      view.observe(\.contentOffset, options: .new) { _, change in print(change.oldValue ?? .zero) },  // finds
      view.observe(\.contentOffset) { print($1.newValue ?? .zero) },  // finds
      // Near misses.
      view.observe(\.contentSize) { view, change in
        view.changes.forEach { change in print(change.newValue) }
      },
      view.observe(\.contentOffset, options: [.new, .old]) { _, change in
        print(change.oldValue ?? .zero, change.newValue ?? .zero)
      },
      view.observe(\.contentOffset, options: options) { _, change in print(change.oldValue ?? .zero) },
      view.observe(\.contentOffset) { view, _ in print(view.contentOffset) },
    ]
  }
}

import Observation
import RawObserving

/// A part of what a user sees, drawn again if what it has read is out of date, as a SwiftUI view is.
@MainActor
final class Drawing {
  private let text: @MainActor () -> String
  private let isOutOfDate = Locked(true)
  private(set) var drawings = 0
  private(set) var shown = ""

  init(_ text: @escaping @MainActor () -> String) { self.text = text }

  func drawIfNeeded() {
    guard isOutOfDate.withLock({ $0 }) else { return }
    isOutOfDate.withLock { $0 = false }
    drawings += 1
    withObservationTracking {
      shown = text()
    } onChange: { [isOutOfDate] in
      isOutOfDate.withLock { $0 = true }
    }
  }
}

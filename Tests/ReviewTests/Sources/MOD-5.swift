import Observation

@Observable final class Model { var number = 0 }

final class Item {
  let model = Model()
  var title = ""

  func follow() {
    withObservationTracking {  // finds
      title = "\(model.number)"
    } onChange: { [weak self] in
      Task { @MainActor in self?.render() }
    }
  }

  func render() { title = "\(model.number)" }
}

// Near misses.
final class Loop {
  let model = Model()
  var title = ""

  func track() {
    withObservationTracking { title = "\(model.number)" } onChange: { [weak self] in
      Task { self?.changed() }
    }
  }

  func changed() { track() }

  func numbers() -> AsyncStream<Int> {
    AsyncStream { continuation in
      withObservationTracking { _ = model.number } onChange: { continuation.yield(0) }
    }
  }

  func withObservationTracking(_ apply: () -> Void, onChange: () -> Void) {}
}

struct Tabs: UIViewRepresentable {
  // Near miss: each update tracks again.
  func updateUIView(_ view: UIView, context: Context) {
    withObservationTracking { _ = model.tab } onChange: { print("other tab") }
  }
}

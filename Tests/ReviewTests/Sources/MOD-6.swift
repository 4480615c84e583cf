import Observation

@Observable final class Model { var number = 0 }

final class Item {
  let model = Model()
  var shown = 0

  func track() {
    withObservationTracking {  // finds
      shown = model.number
    } onChange: {
      self.shown = self.model.number
      self.track()
    }
  }

  // Near misses: read later, or only written.
  func later() {
    withObservationTracking { shown = model.number } onChange: {
      Task { @MainActor in
        self.shown = self.model.number
        self.later()
      }
    }
    withObservationTracking { shown = model.number } onChange: { self.later() }
  }
}

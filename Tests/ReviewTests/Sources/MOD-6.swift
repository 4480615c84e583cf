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
    withObservationTracking {
      shown = model.number
    } onChange: {
      Task { @MainActor in
        self.shown = self.model.number
        self.later()
      }
    }
    withObservationTracking {
      shown = model.number
    } onChange: {
      self.later()
    }
  }
}

final class Trampoline {
  let task: (Kind, () -> Void) -> Void = { _, body in body() }
  enum Kind { case current }

  // Near miss: `.current` is a case, and no member of an object.
  func follow(_ apply: @escaping (Kind) -> Void) {
    withObservationTracking {
      apply(.current)
    } onChange: {
      self.task(.current) { self.follow(apply) }
    }
  }
}

final class Rows {
  let model = Model()

  func track(_ row: Row) {
    // Near misses: another object's; another closure, which may run later.
    withObservationTracking {
      print(model.number)
    } onChange: {
      print(row.number)
      self.onMain { print(self.model.number) }
      self.track(row)
    }
    withObservationTracking {  // finds
      print(model.number)
    } onChange: {
      [1].forEach { _ in print(self.model.number) }
      Task { self.track(row) }
    }
  }
}

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
    withObservationTracking {
      title = "\(model.number)"
    } onChange: { [weak self] in
      Task { self?.changed() }
    }
  }

  func changed() { track() }

  func numbers() -> AsyncStream<Int> {
    AsyncStream { continuation in
      withObservationTracking {
        _ = model.number
      } onChange: {
        continuation.yield(0)
      }
    }
  }

  func withObservationTracking(_ apply: () -> Void, onChange: () -> Void) {}
}

struct Tabs: UIViewRepresentable {
  // Near miss: each update tracks again.
  func updateUIView(_ view: UIView, context: Context) {
    withObservationTracking {
      _ = model.tab
    } onChange: {
      print("other tab")
    }
  }
}

// Near misses: each of them tracks again.
final class Forms {
  let model = Model()
  var isDirty = false

  func go() {
    withObservationTracking {
      print(model.number)
    } onChange: {
      Task { self.go() }
    }
  }
  func begin() {
    withObservationTracking {
      print(model.number)
    } onChange: { [weak self] in
      Task { self?.go() }
    }
  }
  lazy var renew: () -> Void = { [unowned self] in
    withObservationTracking {
      print(model.number)
    } onChange: {
      DispatchQueue.main.async { self.renew() }
    }
  }
  func cached() {
    isDirty = false
    withObservationTracking {
      print(model.number)
    } onChange: { [weak self] in
      self?.isDirty = true
    }
  }
  func asks() {
    withObservationTracking {
      print(model.number)
    } onChange: {
      self.view.setNeedsUpdateConfiguration()
    }
  }
}

// Near misses: a loop comes back; the code waits for one change.
final class Waiting {
  let model = Model()
  func all() async {
    while !Task.isCancelled {
      withObservationTracking {
        print(model.number)
      } onChange: {
        self.fire()
      }
    }
  }
  func once() async {
    await withCheckedContinuation { resumer in
      withObservationTracking {
        print(model.number)
      } onChange: {
        resumer.fire()
      }
    }
  }
  func fire() {}
}

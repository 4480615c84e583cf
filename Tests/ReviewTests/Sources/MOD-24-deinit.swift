final class Search {
  var task: Task<Void, Never>?
  var other: Task<Void, Never>?
  let queries = AsyncStream<String> { _ in }
  var found: [String] = []

  func follow() {
    task = Task {
      for await query in queries { self.found.append(query) }  // finds
    }
  }

  // Near misses: nothing of the object is in the loop, or another task is cancelled.
  func right() {
    let queries = queries
    task = Task { for await query in queries { print(query) } }
    other = Task { for await query in queries { self.found.append(query) } }
  }

  deinit { task?.cancel() }
}

// As in the sample of a store: the task is what a function returns.
final class Shop {
  var updates: Task<Void, Never>?
  let purchases = AsyncStream<String> { _ in }

  init() { updates = listen() }
  deinit { updates?.cancel() }

  func listen() -> Task<Void, Never> {
    return Task.detached {
      for await purchase in self.purchases { print(purchase) }  // finds
    }
  }
}

// Near miss: it ends when the view disappears.
final class Page: UIViewController {
  var task: Task<Void, Never>?
  let values = AsyncStream<String> { _ in }

  override func viewWillAppear(_ animated: Bool) {
    task = Task { for await value in self.values { self.title = value } }
  }
  override func viewDidDisappear(_ animated: Bool) { task?.cancel() }
  deinit { task?.cancel() }
}

// In a task, a call of an own method holds the object without a `self`.
final class Peer {
  var listening: Task<Void, Never>?
  let messages = AsyncStream<String> { _ in }

  func listen(_ messages: AsyncStream<String>) {
    listening = Task {
      for await message in messages { handle(message) }  // finds
    }
  }

  func handle(_ message: String) {}

  deinit { listening?.cancel() }
}

// Near misses: a class method; the initial value of a property, in which `self` is another thing.
final class Printer {
  var printing: Task<Void, Never>?
  var other = Task { for await value in AsyncStream<Int> { _ in } { print(value, self) } }

  func follow(_ values: AsyncStream<Int>) {
    printing = Task { for await value in values { show(value) } }
  }

  static func show(_ value: Int) {}

  deinit {
    printing?.cancel()
    other.cancel()
  }
}

final class Search {
  var task: Task<Void, Never>?
  var queries = AsyncStream<String> { _ in }
  var found: [String] = []

  func guarded() {
    task = Task { [weak self, queries] in
      guard let self else { return }
      for await query in queries { self.found.append(query) }  // finds
    }
  }

  func unwrapped() {
    Task { @MainActor [weak self, queries] in
      if let self {
        for try await query in queries { self.found.append(query) }  // finds
      }
    }
  }

  // Near misses.
  func inside() {
    task = Task { [weak self, queries] in
      for await query in queries {
        guard let self else { return }
        self.found.append(query)
      }
    }
    Task { [weak self] in
      guard let self else { return }
      for query in self.found { print(query) }
    }
  }

  deinit { task?.cancel() }
}

final class Consumer {
  var stream: AsyncStream<String>?

  // Near misses: what is bound is a value of `self`; the loop is a part of what the task does.
  func consume() {
    Task { [weak self] in
      guard let stream = self?.stream else { return }
      for await text in stream { self?.show(text) }
    }
    Task { [weak self] in
      guard let self else { return }
      do {
        for try await text in try await load() { self.show(text) }
      } catch { print(error) }
    }
  }

  func load() async throws -> AsyncStream<String> { AsyncStream { $0.finish() } }
  func show(_ text: String) {}
}

extension Consumer {
  // Near miss: the caller waits, and keeps the object as long.
  func write(_ stream: AsyncStream<String>) async {
    await Task { [weak self] in
      guard let self else { return }
      for await text in stream { self.show(text) }
    }.value
  }
}

extension Search {
  func restarted() {
    task?.cancel()
    task = Task { [weak self, queries] in
      guard let self else { return }
      for await query in queries { self.found.append(query) }  // finds
    }
  }
}

extension Consumer {
  // Near miss: the strong reference ends before the loop begins.
  func prepared(_ stream: AsyncStream<String>) {
    Task { [weak self] in
      if let self { self.show("") }
      for await text in stream { self?.show(text) }
    }
  }
}

extension Consumer {
  // Near misses: the end of a file, and the first value.
  func read(_ url: URL, _ stream: AsyncStream<Int>) {
    Task { [weak self] in
      guard let self else { return }
      for try await line in url.lines { self.show(line) }
    }
    Task { [weak self] in
      guard let self else { return }
      for await _ in stream { break }
      self.show("")
    }
  }
}

// Near miss: it lives as long as the program.
final class Radio {
  static let shared = Radio()
  func listen(_ stream: AsyncStream<String>) {
    Task { [weak self] in
      guard let self else { return }
      for await text in stream { self.show(text) }
    }
  }
  func show(_ text: String) {}
}

final class Capturer {
  var task: Task<Void, Never>?

  func start(_ frames: AsyncStream<Int>) {
    task = Task { [weak self] in
      guard let self else { return }
      for await frame in frames { self.show(frame) }  // may
    }
  }

  func stop() { task?.cancel() }
  func show(_ frame: Int) {}
  deinit { task?.cancel() }
}

import Combine

final class Model: ObservableObject {
  @Published var name = ""
  var title = ""
  var subscriptions = Set<AnyCancellable>()

  func follow(_ other: Model) {
    other.$name.sink { self.title = $0 }.store(in: &subscriptions)  // may
    // Near misses.
    other.$name.sink { [weak self] in self?.title = $0 }.store(in: &subscriptions)
    other.$name.sink { print($0) }.store(in: &subscriptions)
  }
}

final class Loader {
  var subscriptions = Set<AnyCancellable>()
  var text = ""
  // Near miss: it ends at once.
  func load() { Just("a").delay(for: 1, scheduler: RunLoop.main).sink { self.text = $0 }.store(in: &subscriptions) }
}

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

import Combine

final class Model {
  var name = ""
  var subscriptions = Set<AnyCancellable>()

  func load() {
    user().assign(to: \.name, on: self).store(in: &subscriptions)  // may
  }

  func user() -> Future<String, Never> { Future { $0(.success("")) } }
}

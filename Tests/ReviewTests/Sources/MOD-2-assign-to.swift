import Combine

final class Model {
  var name = ""
  var subscriptions = Set<AnyCancellable>()

  func load() {
    user().assign(to: \.name, on: self).store(in: &subscriptions)  // may
  }

  func loadAgain() {
    user().eraseToAnyPublisher().assign(to: \.name, on: self).store(in: &subscriptions)  // may
    URLSession.shared.dataTaskPublisher(for: url).map(\.text).assign(to: \.name, on: self)  // may
      .store(in: &subscriptions)
    // Near miss: CombineExt's.
    subject.assign(to: \.name, on: self, ownership: .weak).store(in: &subscriptions)
  }

  func user() -> Future<String, Never> { Future { $0(.success("")) } }
}

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
    // Near misses: another object keeps it; CombineExt's.
    cell.$frame.assign(to: \.name, on: self).store(in: &cell.subscriptions)
    subject.assign(to: \.name, on: self, ownership: .weak).store(in: &subscriptions)
  }

  func user() -> Future<String, Never> { Future { $0(.success("")) } }
}

final class Page {
  var name = ""
  var subscriptions = Set<AnyCancellable>()

  func appear(_ room: Room) {
    room.$name.assign(to: \.name, on: self).store(in: &subscriptions)  // may
  }

  func disappear() { subscriptions.removeAll() }
}

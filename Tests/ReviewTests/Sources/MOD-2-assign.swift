import Combine

final class Model: ObservableObject {
  @Published var name = ""
  @Published var title = ""
  let subject = PassthroughSubject<String, Never>()
  var subscriptions = Set<AnyCancellable>()

  func follow(_ other: Model) {
    other.$name
      .map { $0.uppercased() }
      .assign(to: \.title, on: self)  // finds
      .store(in: &subscriptions)
    other.subject.assign(to: \.title, on: self).store(in: &subscriptions)  // finds
  }

  // Near misses.
  func right(_ other: Model) {
    other.$name.assign(to: &$title)
    other.$name.assign(to: \.title, on: other).store(in: &subscriptions)
    other.$name.first().assign(to: \.title, on: self).store(in: &subscriptions)  // may
    other.$name.sink { [weak self] in self?.title = $0 }.store(in: &subscriptions)
  }
}

final class Detail {
  var title = ""
  var subscriptions: Set<AnyCancellable> = []
  // It makes room for the next, which holds the object again.
  var model: Model? {
    didSet {
      subscriptions = []
      model?.$name.assign(to: \.title, on: self).store(in: &subscriptions)  // finds
    }
  }
}

final class One {
  var title = ""
  var subscription: AnyCancellable?
  func follow(_ model: Model) {
    subscription = model.$name.assign(to: \.title, on: self)  // finds
  }
}

// The source does not tell whether these publishers end: `$0` is no publisher, and what is inside a closure is not this.
final class Profile {
  var name = ""
  var subscriptions: Set<AnyCancellable> = []
  func load(_ users: Users) {
    users.current().map { $0.name }.assign(to: \.name, on: self).store(in: &subscriptions)  // may
    users.current().map { $0.name }.replaceError(with: "").assign(to: \.name, on: self)  // may
      .store(in: &subscriptions)
  }
}

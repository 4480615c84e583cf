import Foundation

final class Clock: NSObject { @objc dynamic var date = 0 }

final class Tower: NSObject {
  @objc var clock = Clock()
  @objc dynamic var other = Clock()
  @objc let fixed = Clock()
}

final class View {
  let tower = Tower()
  var tokens: [NSKeyValueObservation] = []

  init() {
    tokens.append(tower.observe(\.clock.date) { _, _ in })  // finds
    // Near misses.
    tokens.append(tower.observe(\.other.date) { _, _ in })
    tokens.append(tower.observe(\.fixed.date) { _, _ in })
  }
}

// Near misses: each set observes the new object.
final class Engine: NSObject {
  var token: NSKeyValueObservation?
  @objc var deck: Deck? {
    didSet { token = observe(\.deck?.state) { _, _ in } }
  }
  @objc var spare: Deck? {
    didSet { follow() }
  }
  func follow() { token = observe(\.spare?.state) { _, _ in } }
}

final class Deck: NSObject {
  @objc dynamic var state = 0
}

final class Item: NSObject {
  @objc lazy var deck = Deck()
  var token: NSKeyValueObservation?
  // Near miss: nothing sets a lazy property again.
  func follow() { token = observe(\.deck.state) { _, _ in } }
}

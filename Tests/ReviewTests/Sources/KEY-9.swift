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

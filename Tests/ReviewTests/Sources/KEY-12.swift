import Foundation

final class Settings: NSObject {
  @objc var volume = 0.5
  @objc dynamic var isMuted = false
  @objc var line: String { "\(volume)" }
  @objc class func keyPathsForValuesAffectingLine() -> Set<String> { ["isMuted"] }
  @objc var byHand = 0 {
    willSet { willChangeValue(for: \.byHand) }
    didSet { didChangeValue(for: \.byHand) }
  }
}

final class Lamp: NSManagedObject {
  @NSManaged var colour: String
}

final class Limiter {
  let settings = Settings()
  let lamp = Lamp()
  var tokens: [NSKeyValueObservation] = []

  init() {
    tokens.append(settings.observe(\.volume) { _, _ in })  // finds
    tokens.append(settings.observe(\Settings.volume) { _, _ in })  // finds
    // Near misses.
    tokens.append(settings.observe(\.isMuted) { _, _ in })
    tokens.append(settings.observe(\.line) { _, _ in })
    tokens.append(settings.observe(\.byHand) { _, _ in })
    tokens.append(lamp.observe(\.colour) { _, _ in })
  }
}

final class Hosting {
  let settings = Settings()
  // Near miss: the parameter, and not the property of that name.
  func follow(_ settings: Account) -> NSKeyValueObservation { settings.observe(\.volume) { _, _ in } }
}

final class Lever: NSObject {
  var angle = 0.0
  @IBInspectable var length = 1.0
}

final class Switchboard {
  let lever = Lever()
  var tokens: [NSKeyValueObservation] = []
  func follow() {
    tokens.append(lever.observe(\.angle) { _, _ in })  // finds
    tokens.append(lever.observe(\.length) { _, _ in })  // finds
  }
}

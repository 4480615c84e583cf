package import Harness

extension Pitfall {
  /// The pitfall that a program died of: the one whose title says what was recorded, or the only one in the catalogue that
  /// ends in the message. Nil if there is any doubt.
  package static func decided(by message: String, _ death: Picture.Death?) -> Pitfall? {
    switch death {
    case .observerIsGone: return named("observer-dies-first")
    case .observedWithOthers: return named("observed-dies-first")
    case .observedByItself: return named("forgetful-self-observer")
    case nil: break
    }
    let found = all.filter { pitfall in
      pitfall.messages.contains { !$0.parts.isEmpty && $0.isFound(in: message) }
    }
    return found.count == 1 ? found[0] : nil
  }
}

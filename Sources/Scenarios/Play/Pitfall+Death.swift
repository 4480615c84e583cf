import Foundation

extension Pitfall {
  /// The pitfall that ends in this message, if it is the only one in the catalogue that does.
  static func decided(by message: String) -> Pitfall? {
    let found = all.filter { pitfall in
      pitfall.messages.contains { !$0.parts.isEmpty && $0.isFound(in: message) }
    }
    return found.count == 1 ? found[0] : nil
  }
}

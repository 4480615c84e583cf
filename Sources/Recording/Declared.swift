/// A class or structure of a marked copy with properties that do not retain what they refer to: the copy says which, see
/// ``Marker``. A mirror does not tell them apart, and the read of an unowned one ends the process if its object is
/// deallocated.
public protocol Declared { static var storedPropertiesOfCopy: StoredProperties { get } }

/// The stored properties that a type declares, in their order.
public struct StoredProperties {
  /// The type itself: a subclass inherits what its superclass says, which is not of its own properties.
  let type: Any.Type
  /// The properties, and how each refers to an object.
  let properties: [(name: String, strength: RecordedEvent.Strength)]

  /// - Parameter properties: each with how it refers, as in `weak parent`.
  public init(_ type: Any.Type, _ properties: [String]) {
    self.type = type
    self.properties = properties.map { property in
      let words = property.split(separator: " ", maxSplits: 1)
      return (String(words.last ?? ""), words.first.flatMap { RecordedEvent.Strength(rawValue: String($0)) } ?? .strong)
    }
  }
}

// What a copy calls them: the reader's program may have types with the names that they have here.

/// ``Declared`` in a copy.
public typealias __Declared = Declared
/// ``StoredProperties`` in a copy.
public typealias __StoredProperties = StoredProperties
/// ``Frame`` in a copy.
public typealias __Frame = Frame
/// ``PlayedProgram`` in a copy.
public typealias __PlayedProgram = PlayedProgram

/// `<Clock 0x…>`, the way exceptions name an object.
package func describe(_ object: AnyObject) -> String { "<\(type(of: object)) \(address(of: object))>" }

/// The address of an object, in the form that messages use.
package func address(of object: AnyObject) -> String { hexadecimal(ObjectIdentifier(object)) }

/// The address of an object that may have been deallocated, in the form that messages use.
func hexadecimal(_ identity: ObjectIdentifier) -> String { "0x" + String(UInt(bitPattern: identity), radix: 16) }

/// An address in the form that messages use; nil is `0x0`.
package func hexadecimal(_ pointer: UnsafeMutableRawPointer?) -> String {
  "0x" + String(UInt(bitPattern: pointer), radix: 16)
}

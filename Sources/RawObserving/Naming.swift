/// `<Clock 0x…>`, the way exceptions name an object.
package func describe(_ object: KeyValueObject) -> String {
  "<\(type(of: object)) \(address(of: object))>"
}

/// The address of an object, in the form that messages use.
package func address(of object: AnyObject) -> String {
  hexadecimal(Unmanaged.passUnretained(object).toOpaque())  // only printed, never followed
}

/// An address in the form that messages use; nil is `0x0`.
package func hexadecimal(_ pointer: UnsafeMutableRawPointer?) -> String {
  "0x" + String(UInt(bitPattern: pointer), radix: 16)
}

/// A file that cannot be written: which, and why.
package struct OutputError: Error {
  package let message: String
  package let code: Int32

  package init(message: String, code: Int32 = Ending.cannotCreate) {
    (self.message, self.code) = (message, code)
  }
}

/// A file that cannot be read: which, and why.
package struct InputError: Error {
  package let message: String

  package init(message: String) { self.message = message }
}

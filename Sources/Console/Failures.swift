import Foundation

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

/// What an error of Foundation's or of the system's says to a person: which file, and why. Its own description is for
/// programmers.
package func sentence(about error: any Error) -> String {
  guard let reason = reason(of: error) else { return "unexpected error: \(printable("\(error)"))" }
  let known = (error as NSError).userInfo
  let path = known[NSFilePathErrorKey] as? String ?? (known[NSURLErrorKey] as? URL)?.path
  return path.map { "\(quoted($0, most: 4096)): \(reason)." } ?? "unexpected error: \(reason)."
}

/// Why something did not work, in the words of the system: `Permission denied`. Nil if the error does not say it.
package func reason(of error: any Error) -> String? {
  let known = error as NSError
  if known.domain == NSPOSIXErrorDomain { return String(cString: strerror(CInt(known.code))) }
  if let system = known.userInfo[NSUnderlyingErrorKey] as? any Error { return reason(of: system) }
  let text = known.localizedFailureReason
  return text?.hasSuffix(".") == true ? text.map { String($0.dropLast()) } : text
}

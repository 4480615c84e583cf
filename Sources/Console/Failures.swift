import Foundation

/// A file that cannot be written: which, and why.
package struct OutputError: Error {
  package let message: String
  package let code: Int32

  package init(message: String, code: Int32 = Ending.cannotCreate) {
    (self.message, self.code) = (message, code)
  }
}

/// A file that cannot be read: which, and why. Or something else that is needed and not there.
package struct InputError: Error {
  package let message: String
  package let code: Int32

  package init(message: String, code: Int32 = Ending.input) { (self.message, self.code) = (message, code) }
}

/// What an error of Foundation's or of the system's says to a person: which file, and why. Its own description is for
/// programmers.
package func sentence(about error: any Error) -> String {
  let file = error as? CocoaError
  let path = file?.filePath ?? file?.url?.path
  return "\(path.map { quoted($0, most: 4096) } ?? "unexpected error"): \(reason(of: error))."
}

/// Why something did not work, in the words of the system: `Permission denied`. An error that has no words is shown as it
/// is.
package func reason(of error: any Error) -> String {
  if let error = error as? POSIXError { return String(cString: strerror(error.code.rawValue)) }
  guard let error = error as? CocoaError else { return printable("\(error)") }
  if let system = error.underlying { return reason(of: system) }
  let text = error.localizedDescription
  return text.hasSuffix(".") ? String(text.dropLast()) : text
}

import Foundation
import Testing

extension Optional where Wrapped == ExitTest.Result {
  /// Whether what the process wrote on standard error has all these words. False if it did not end as
  /// it should, which the exit test itself reports.
  func raised(_ words: String...) -> Bool {
    guard let self else { return false }
    let text = String(decoding: self.standardErrorContent, as: UTF8.self)
    return words.allSatisfy(text.contains)
  }
}

/// Whether the process runs under AddressSanitizer or ThreadSanitizer, which keep freed memory for a while.
var isSanitized: Bool {
  let program = dlopen(nil, RTLD_NOW)
  return dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil
}

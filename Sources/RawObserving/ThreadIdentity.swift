#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Which thread this is, to be compared and nothing else.
struct ThreadIdentity: Equatable {
  private let thread = pthread_self()

  static var current: ThreadIdentity { ThreadIdentity() }

  static func == (first: ThreadIdentity, second: ThreadIdentity) -> Bool {
    pthread_equal(first.thread, second.thread) != 0
  }
}

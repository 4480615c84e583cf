import Foundation
import ManagedObserving
import RawObserving

// What the suites of this folder share: objects that notice where they are used, and objects that do something as they go.

/// A thread, and what happened on another one that should have happened there.
final class Home: Sendable {
  private final class Mark: Sendable {}
  private static let marks = ThreadLocal<Mark>()
  private static var current: Mark { marks.object { Mark() } }

  private let mark = Home.current
  private let noted = Locked<[String]>([])

  /// What was noted on other threads.
  var strayed: [String] { noted.withLock { $0 } }

  /// Notes what happens, unless it happens on the thread that made this.
  func check(_ what: String) {
    if Self.current !== mark { noted.withLock { $0.append(what) } }
  }
}

/// A clock whose open methods and deinit notice other threads than its home, and which counts its registrations.
class HomeClock: Clock {
  let home: Home
  /// Adds minus removals, as its overrides see them.
  private(set) var balance = 0
  private(set) var addCount = 0
  /// Run by deinit.
  var lastWords: (HomeClock) -> Void = { _ in }

  init(_ home: Home) { self.home = home }

  override func addObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) {
    home.check("add")
    (balance, addCount) = (balance + 1, addCount + 1)
    super.addObserver(observer, forKeyPath: keyPath, options: options, context: context)
  }

  override func removeObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    home.check("remove")
    balance -= 1
    super.removeObserver(observer, forKeyPath: keyPath, context: context)
  }

  override func value(forKey key: String) -> Any? {
    home.check("value")
    return super.value(forKey: key)
  }

  deinit {
    home.check("deinit of the clock")
    lastWords(self)
  }
}

/// A clock whose open methods do what a test wants when it is observed and unobserved.
class OpenClock: Clock {
  /// The object to which the calls are passed on; nil for `super`.
  var model: KeyValueObject?
  /// How often each call is passed on.
  var times = 1
  var beforeAdding: () -> Void = {}
  var afterAdding: () -> Void = {}
  var beforeRemoving: () -> Void = {}
  var afterRemoving: () -> Void = {}
  /// The observer that was added last: the mediator.
  private(set) var mediator: KeyValueObject?
  private(set) var contexts: [UnsafeMutableRawPointer?] = []
  private(set) var removeCount = 0

  override func addObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) {
    mediator = observer
    contexts.append(context)
    beforeAdding()
    for _ in 0..<times {
      if let model {
        model.addObserver(observer, forKeyPath: keyPath, options: options, context: context)
      } else {
        super.addObserver(observer, forKeyPath: keyPath, options: options, context: context)
      }
    }
    afterAdding()
  }

  override func removeObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    removeCount += 1
    beforeRemoving()
    for _ in 0..<times {
      if let model {
        model.removeObserver(observer, forKeyPath: keyPath, context: context)
      } else {
        super.removeObserver(observer, forKeyPath: keyPath, context: context)
      }
    }
    afterRemoving()
  }
}

/// A call that ends an observation.
enum Ending: String, CaseIterable {
  case property, keyPath, object, all, token, scope

  func play<Observer, Object: KeyValueObject, Value>(
    _ controller: KVOController<Observer>?, _ object: Object?, _ property: KeyPath<Object, Property<Value>>,
    _ keyPath: String, _ token: ObservationToken?
  ) {
    switch self {
    case .property: controller?.unobserve(object, property)
    case .keyPath: controller?.unobserve(object, keyPath: keyPath)
    case .object: controller?.unobserve(object)
    case .all: controller?.unobserveAll()
    case .token: token?.cancel()
    case .scope: withExtendedLifetime(token?.scoped()) {}
    }
  }
}

/// Runs a closure in its deinit. A handler captures it to do something as it is released.
final class AtDeinit {
  private let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  deinit { body() }
}

/// Lets go of a value on another thread, and returns when it has.
///
/// The value has no other reference when the caller passes it on by `consume`.
func releaseElsewhere<Value>(_ value: consuming Value) -> Bool {
  let held = Locked<Value?>(uncheckedState: value)
  return inThreads(1) { _ in
    var taken: Value?
    held.withLockUnchecked { swap(&$0, &taken) }
    taken = nil
  }
}

/// Runs each job of a task on a new thread, so that no task waits for a thread of Swift's pool.
final class NewThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }.start()
  }
}

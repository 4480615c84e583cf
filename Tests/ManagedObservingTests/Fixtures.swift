import Dispatch
import ManagedObserving
import RawObserving

// What the tests observe, the observers, and how calls are compared.

/// A clock with a property of each sort.
class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var zone: String?
  @Observed var twin: Clock?
}

/// Two numbers of the same type.
final class Thermostat: KeyValueObject {
  @Observed var target = 0.0
  @Observed var actual = 0.0
}

/// One call, in a form that can be compared.
struct Call: Equatable {
  var object: ObjectIdentifier
  /// The entries of the change that are there, as text.
  var change: String
  var keyPath: String?
  var context: UnsafeMutableRawPointer?

  init(
    _ object: KeyValueObject, _ change: KeyValueChange, keyPath: String? = nil, context: UnsafeMutableRawPointer? = nil
  ) {
    (self.object, self.change) = (ObjectIdentifier(object), "\(change)")
    (self.keyPath, self.context) = (keyPath, context)
  }
}

/// An observer that records each call, in each of the ways in which a controller can call it.
class ClockView: KeyValueObject {
  /// The calls of the standard callback.
  private(set) var callbacks: [Call] = []

  /// The changes that handlers passed on.
  private(set) var actions: [String] = []

  /// Run by deinit, while weak references to this view read nil already.
  var whileDying: () -> Void = {}

  deinit { whileDying() }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    callbacks.append(Call(object, change, keyPath: keyPath, context: context))
  }

  func valueDidChange(_ change: KeyValueChange) { actions.append("\(change)") }

  func valueDidChange(_ change: KeyPathChange) { valueDidChange(change.change) }

  func valueDidChange<Value>(_ change: Change<Value>) { actions.append("\(change)") }
}

/// An observer that may be used on any thread.
final class Panel: Sendable {
  /// The values that it received.
  let values = Locked<[Int]>([])

  func show(_ value: Int) { values.withLock { $0.append(value) } }
}

/// An observer that belongs to the main actor.
@MainActor final class MainView {
  /// The values that it received.
  private(set) var values: [Int] = []
  private(set) lazy var controller = KVOController(observer: self)

  func show(_ value: Int) {
    MainActor.preconditionIsolated()
    values.append(value)
  }
}

/// What a handler captures: its deinit records whether it runs on the main actor.
final class CapturedOnMain {
  private let log: Locked<[Bool]>

  init(_ log: Locked<[Bool]>) { self.log = log }

  deinit {
    let isMain = DispatchQueue.isOnMain
    log.withLock { $0.append(isMain) }
  }
}

extension DispatchQueue {
  private static let mainKey = {
    let key = DispatchSpecificKey<Bool>()
    main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether this is the main queue, which another thread than the main thread may serve.
  static var isOnMain: Bool { getSpecific(key: mainKey) ?? false }
}

extension Retention {
  static let all: [Retention] = [.retained, .unretained, .lifetimeBound]
}

/// All orders of the elements.
func permutations<Element: Equatable>(_ elements: [Element]) -> [[Element]] {
  if elements.isEmpty { return [[]] }
  return elements.flatMap { first in permutations(elements.filter { $0 != first }).map { [first] + $0 } }
}

/// A context: compared, never followed.
var someContext: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 0x2a) }

internal import Synchronization

/// The registrations for one key of one object, in the order in which they were made.
@usableFromInline final class KeyRegistrations {
  let key: String
  /// The identity of the object's information, which tells objects apart.
  let info: ObjectIdentifier

  /// The registrations for a key at one moment, which a change of the key concerns.
  @usableFromInline final class Snapshot {
    let key: String
    let lists: Lists
    /// The options of all direct registrations together.
    let options: KeyValueObservingOptions

    fileprivate init(_ key: String, _ lists: Lists) {
      (self.key, self.lists) = (key, lists)
      options = lists.direct.reduce([]) { $0.union($1.options) }
    }

    /// The value as a change carries it, with null for nil.
    func told(_ value: consuming Any) -> Any {
      if lists.mayBeNil { return unwrapped(value) ?? KeyValueNull.null }
      return value
    }
  }

  struct Lists {
    /// The registrations for the key itself, unless it depends on others.
    var direct: [Registration] = []
    /// Those with routes. A registration may occur more than once, at several steps.
    var stepwise: [StepRegistration] = []
    /// Whether the value can be nil.
    var mayBeNil = false

    var isEmpty: Bool { direct.isEmpty && stepwise.isEmpty }
  }

  private struct State {
    var lists = Lists() { didSet { snapshot = nil } }
    /// The slots of the property. A slot owns these registrations in its turn.
    var slots: [SlotReference] = []
    /// Made when a change asks for it, and again after the lists have changed.
    var snapshot: Snapshot?
  }
  private let state = Locked(State())

  private let isSlotGone = Atomic<Bool>(false)

  // Not weak: every set retains its slot, and a weak reference would make each retain slower.
  private struct SlotReference { unowned let slot: AnySlot }

  init(_ key: String, of info: ObservationInfo) { (self.key, self.info) = (key, ObjectIdentifier(info)) }

  /// The property's slots; none if the key has no stored property, or if another wrapper has been assigned.
  var slots: [AnySlot] { isSlotGone.load(ordering: .acquiring) ? [] : state.withLock { $0.slots.map(\.slot) } }

  /// Whether there are no registrations, and the key has no stored property.
  var isDispensable: Bool { state.withLock { $0.lists.isEmpty && $0.slots.isEmpty } }

  /// Notes that the property is stored in the slot. Called under the lock of the object.
  func add(_ slot: AnySlot) {
    if slot.registrations.isSet { return }
    _ = slot.registrations.object { self }
    state.withLock { state in
      state.slots.append(SlotReference(slot: slot))
      state.lists.mayBeNil = state.lists.mayBeNil || RawObserving.mayBeNil(slot.valueType)
    }
  }

  func slotIsGone() { isSlotGone.store(true, ordering: .releasing) }

  /// Whether these are registrations of that object. They are not if its wrapper belongs to another object.
  func belong(to object: KeyValueObject) -> Bool { object.observationInfo.map(ObjectIdentifier.init) == info }

  /// Throws if another wrapper has been assigned to the property.
  func checkSlot(of object: KeyValueObject) throws(Violation) {
    if isSlotGone.load(ordering: .acquiring) { throw .wrapperReplaced(key: key, object: describe(object)) }
  }

  // MARK: Asking

  /// The current registrations; nil if there are none.
  var snapshot: Snapshot? {
    state.withLock { state in
      if state.snapshot == nil && !state.lists.isEmpty { state.snapshot = Snapshot(key, state.lists) }
      return state.snapshot
    }
  }

  /// No registrations.
  var emptySnapshot: Snapshot { Snapshot(key, Lists()) }

  /// The registrations made with this object, and not with one whose path leads here, in their order.
  var registrationsHere: [Registration] {
    let (direct, stepwise) = state.withLock { ($0.lists.direct, $0.lists.stepwise) }
    if stepwise.isEmpty { return direct }
    return (direct + stepwise.filter(\.step.isFirst).map(\.registration)).inOrder
  }

  // MARK: Changing

  /// Adds a registration, at a step if it has a route.
  func add(_ registration: Registration, _ step: Step?) {
    state.withLock { state in
      if let step {
        state.lists.stepwise.append(StepRegistration(registration: registration, step: step))
      } else {
        state.lists.direct.append(registration)
      }
    }
  }

  /// Removes the registration of the step.
  func remove(_ step: Step) {
    state.withLock { state in
      guard let index = state.lists.stepwise.lastIndex(where: { $0.step === step }) else { return }
      state.lists.stepwise.remove(at: index)
      state.lists.stepwise.shrinkIfSparse()
    }
  }

  /// Removes the latest registration of the observer for the key path, with that context, and made with this object.
  /// Returns it, or nil if there is none.
  func remove(_ keyPath: KeyPathString, of observer: KeyValueObject, _ context: SoughtContext) -> Registration? {
    func isSought(_ registration: Registration) -> Bool {
      registration.belongs(to: observer) && context.matches(registration.context) && registration.keyPath == keyPath
    }
    return state.withLock { state in
      if let index = state.lists.direct.lastIndex(where: isSought) {
        let registration = state.lists.direct.remove(at: index)
        state.lists.direct.shrinkIfSparse()
        return registration
      }
      let index = state.lists.stepwise.lastIndex { $0.step.isFirst && isSought($0.registration) }
      return index.map { state.lists.stepwise.remove(at: $0).registration }
    }
  }
}

/// Which context a registration must have to be removed.
package enum SoughtContext {
  case any
  case exactly(UnsafeMutableRawPointer?)

  func matches(_ context: UnsafeMutableRawPointer?) -> Bool {
    if case .exactly(let sought) = self { context == sought } else { true }
  }
}

/// A registration with a route, at one step of it.
struct StepRegistration {
  let registration: Registration
  let step: Step

  /// Whether the registration's key path ends in this key.
  var isDirect: Bool { registration.route?.ends(at: step) ?? true }
}

extension [Registration] { var inOrder: Self { sorted { $0.number < $1.number } } }

internal import RawObserving

/// The state of a controller, without the type of its observer. Its observations end when it is deallocated.
final class ControllerCore {
  /// The object on whose behalf it observes; nil from the moment that object's deinit begins.
  weak let observer: AnyObject?

  let retention: Retention
  let table: Table

  /// - Parameter name: the name of the property, if it is one of an object's own controllers.
  init(_ observer: AnyObject?, _ retention: Retention, name: String? = nil) {
    (self.observer, self.retention) = (observer, retention)
    table = Table(of: ControllerFacts(observer, retention, name))
  }

  deinit {
    Mediator.shared.end(table.takeAll())
    if table.hasBeenBound { (observer as? KeyValueObject)?.setDeallocationHook(of: self, to: nil) }
    EventProbe.report(MediatorEvent.controllerGone(ObjectIdentifier(self)))
  }

  /// Observes the key path. Every form of `observe` ends here.
  func observe(
    _ object: KeyValueObject?, _ path: KeyPathString?, _ options: KeyValueObservingOptions,
    _ duplicates: DuplicatePolicy, _ place: SourcePlace, _ handler: Handler
  ) -> ObservationToken {
    removeSilenced()
    guard let object, let path, observer != nil else { return ObservationToken(record: nil) }
    return observe(object, Record(self, of: object, path, options, place, handler), duplicates)
  }

  /// Observes several key paths. All are in the table before the first initial call, so an unobserve in that call ends
  /// the others too.
  func observe(
    _ object: KeyValueObject?, _ paths: [KeyPathString?], _ options: KeyValueObservingOptions,
    _ duplicates: DuplicatePolicy, _ place: SourcePlace, _ handler: Handler
  ) -> [ObservationToken] {
    removeSilenced()
    guard let object, observer != nil else { return paths.map { _ in ObservationToken(record: nil) } }
    let tokens = paths.compactMap(\.self).map { path in
      add(Record(self, of: object, path, options, place, handler), of: object, duplicates)
    }
    for case let record? in tokens.map(\.record) {
      // An initial call may have released the observer.
      if observer == nil { Mediator.shared.end(table.take(record)) } else { Mediator.shared.observe(object, record) }
    }
    return tokens
  }

  /// Observes for the record.
  @discardableResult
  func observe(_ object: KeyValueObject, _ record: Record, _ duplicates: DuplicatePolicy) -> ObservationToken {
    let token = add(record, of: object, duplicates)
    if token.record != nil { Mediator.shared.observe(object, record) }
    return token
  }

  /// Adds the record to the table.
  private func add(_ record: Record, of object: KeyValueObject, _ duplicates: DuplicatePolicy) -> ObservationToken {
    let insertion = table.insert(record, of: object, duplicates)
    Mediator.shared.end(insertion.outlived)
    if insertion.isDropped {
      EventProbe.report(MediatorEvent.dropped(RecordFacts(record), of: object))
      let reason = insertion.first == nil ? "not observed, because it is in its deinit" : "dropped as a duplicate"
      record.trace("\(reason), at \(record.place)")
      if let first = insertion.first, duplicates == .ignore { Remark.dropped(record, for: first, of: object) }
      return ObservationToken(record: nil)
    }
    EventProbe.report(MediatorEvent.recorded(RecordFacts(record), of: object))
    record.trace("observed from now on, at \(record.place)")
    Mediator.shared.end(insertion.replaced)
    if record.isBound { bindToObserver(isFirst: insertion.isFirstBound) }
    if record.retainsObject && table.owner.name != nil && object === observer { Remark.retainsItself(object, record) }
    return ObservationToken(record: record)
  }

  /// Lets the observer end the bound observations in its deinit, even if another object owns the controller.
  ///
  /// The record is in the table by now. If the observer is being deallocated on another thread, either it reads nil
  /// here, or its deinit finds the record.
  private func bindToObserver(isFirst: Bool) {
    guard let observer else { return Mediator.shared.end(table.takeBound()) }
    if !isFirst { return }
    (observer as? KeyValueObject)?.setDeallocationHook(of: self) { [table] _ in
      Mediator.shared.end(table.takeBound())
    }
  }

  // MARK: Unobserving

  /// Stops observing one key path of the object. Does nothing if it is not observed.
  func unobserve(_ object: KeyValueObject, _ path: KeyPathString) {
    removeSilenced()
    let taken = table.take(path, of: object)
    sayIfAnotherObserves(path, of: object, taken)
    Mediator.shared.end(taken)
  }

  /// Stops observing the object. Does nothing if it is not observed.
  func unobserve(_ object: KeyValueObject) {
    removeSilenced()
    let taken = table.takeAll(of: object)
    sayIfAnotherObserves(nil, of: object, taken)
    Mediator.shared.end(taken)
  }

  /// Says in debug builds that another of the observer's own controllers observes what was to be unobserved through
  /// this one, if there was nothing to take.
  private func sayIfAnotherObserves(_ path: KeyPathString?, of object: KeyValueObject, _ taken: Table.Taken) {
    #if DEBUG
      if taken.contains(where: { !$0.records.isEmpty }) { return }
      guard let name = table.owner.name, let observer = observer as? KeyValueObject else { return }
      for other in observer.ownControllers where other !== self && other.table.hasRecords(path, of: object) {
        Remark.isObserved(by: other.table.owner.name ?? "another", andNot: name, path, of: object, observer)
      }
    #endif
  }

  func unobserveAll() { Mediator.shared.end(table.takeAll()) }

  /// Removes what is left of the observations that ended elsewhere.
  func removeSilenced() { Mediator.shared.end(table.takeSilenced()) }
}

/// What is known of a controller wherever one of its records is.
struct ControllerFacts: Sendable {
  /// The name of the property, if it is one of an object's own controllers.
  let name: String?
  let retention: Retention
  /// Nil if it was made without an observer.
  let observer: ObjectIdentifier?
  private let observerType: AnyClass?

  /// How messages name the observer. Another thread than the observer's must not look at it: it could be the last to
  /// let go of it.
  var observerName: String {
    guard let observer, let observerType else { return "no observer" }
    return "<\(observerType) \(hexadecimal(observer))>"
  }

  init(_ observer: AnyObject?, _ retention: Retention, _ name: String?) {
    (self.name, self.retention, self.observer) = (name, retention, observer.map(ObjectIdentifier.init))
    observerType = observer.map { Swift.type(of: $0) }
  }
}

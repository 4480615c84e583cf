internal import RawObserving

/// The state of a controller, without the type of its observer. Its observations end when it is deallocated.
final class ControllerCore {
  /// The object on whose behalf it observes; nil from the moment that object's deinit begins.
  weak let observer: AnyObject?

  let retention: Retention
  let table = Table()

  init(_ observer: AnyObject?, _ retention: Retention) { (self.observer, self.retention) = (observer, retention) }

  deinit {
    Mediator.shared.end(table.takeAll())
    if table.hasBeenBound { (observer as? KeyValueObject)?.setDeallocationHook(of: self, to: nil) }
    EventProbe.report(MediatorEvent.controllerGone(ObjectIdentifier(self)))
  }

  /// Observes the key path. Every form of `observe` ends here.
  func observe(
    _ object: KeyValueObject?, _ path: KeyPathString?, _ options: KeyValueObservingOptions,
    _ duplicates: DuplicatePolicy, _ handler: Handler
  ) -> ObservationToken {
    removeSilenced()
    guard let object, let path, observer != nil else { return ObservationToken(record: nil) }
    return observe(object, Record(self, of: object, path, options, handler), duplicates)
  }

  /// Observes several key paths. All are in the table before the first initial call, so an unobserve in that call ends
  /// the others too.
  func observe(
    _ object: KeyValueObject?, _ paths: [KeyPathString?], _ options: KeyValueObservingOptions,
    _ duplicates: DuplicatePolicy, _ handler: Handler
  ) -> [ObservationToken] {
    removeSilenced()
    guard let object, observer != nil else { return paths.map { _ in ObservationToken(record: nil) } }
    let tokens = paths.compactMap(\.self).map { path in
      add(Record(self, of: object, path, options, handler), of: object, duplicates)
    }
    for case let record? in tokens.map(\.record) {
      // An initial call may have released the observer.
      if observer == nil { Mediator.shared.end(table.take(record)) } else { Mediator.shared.observe(object, record) }
    }
    return tokens
  }

  /// Observes for the record.
  @discardableResult
  func observe(_ object: KeyValueObject, _ record: Record, _ duplicates: DuplicatePolicy = .add) -> ObservationToken {
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
      return ObservationToken(record: nil)
    }
    EventProbe.report(MediatorEvent.recorded(RecordFacts(record), of: object))
    Mediator.shared.end(insertion.replaced)
    if record.isBound { bindToObserver(isFirst: insertion.isFirstBound) }
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
    Mediator.shared.end(table.take(path, of: object))
  }

  /// Stops observing the object. Does nothing if it is not observed.
  func unobserve(_ object: KeyValueObject) {
    removeSilenced()
    Mediator.shared.end(table.takeAll(of: object))
  }

  func unobserveAll() { Mediator.shared.end(table.takeAll()) }

  /// Removes what is left of the observations that ended elsewhere.
  func removeSilenced() { Mediator.shared.end(table.takeSilenced()) }
}

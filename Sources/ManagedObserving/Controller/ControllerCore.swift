internal import RawObserving

/// The state of a controller, without the type of its observer. Its observations end when it is deallocated.
final class ControllerCore {
  /// The object on whose behalf it observes; nil from the moment that object's deinit begins.
  weak let observer: AnyObject?

  let retention: Retention
  let tables: Locked<Tables>

  init(_ observer: AnyObject?, _ retention: Retention) {
    self.observer = observer
    self.retention = retention
    tables = Locked(Tables(retention: retention))
  }

  deinit {
    unobserveAll()
    forgetObserver()
    EventProbe.report(MediatorEvent.controllerGone(ObjectIdentifier(self)))
  }

  // MARK: Observing

  /// Observes the key paths. Every form of `observe` ends here. The paths are nil if the object is. If duplicates are
  /// reported and one of the key paths is a duplicate, none of them is observed.
  func observe<Failure>(
    _ object: KeyValueObject?, _ paths: [KeyPathString?], _ options: KeyValueObservingOptions,
    _ duplicates: DuplicatePolicy<Failure>, _ handler: Handler
  ) throws(Failure) -> [ObservationToken] {
    guard let object else {
      try duplicates.report(.noObject)
      return paths.map { _ in ObservationToken(record: nil) }
    }
    // snippet.observe
    let records = paths.compactMap(\.self).map { Record(self, of: object, $0, options, handler) }
    let (insertions, duplicate) = withTables(of: object) { $0.byHandler.insert(records, for: object, duplicates.rule) }
    if let duplicate { try duplicates.report(.alreadyObserved(keyPath: duplicate.description)) }
    return zip(records, insertions).map { record, insertion in
      guard case .inserted(let replaced) = insertion else {
        EventProbe.report(MediatorEvent.dropped(RecordFacts(record), of: object))
        return ObservationToken(record: nil)
      }
      EventProbe.report(MediatorEvent.recorded(RecordFacts(record), of: object))
      for record in replaced { Mediator.shared.unobserve(object, record) }
      Mediator.shared.observe(object, record)
      return ObservationToken(record: record)
    }
    // snippet.end
  }

  // MARK: Unobserving

  /// Stops observing one key path of the object. Does nothing if it is not observed.
  func unobserve(_ object: KeyValueObject, _ path: KeyPathString) {
    for record in withTables(of: object, { $0.remove(path, of: object) }) { Mediator.shared.unobserve(object, record) }
  }

  /// Stops observing the object. Does nothing if it is not observed.
  func unobserve(_ object: KeyValueObject) {
    for record in withTables(of: object, { $0.removeAll(of: object) }) { Mediator.shared.unobserve(object, record) }
  }

  /// Ends the record's observation. Does nothing if it has ended.
  func unobserve(_ record: Record) {
    if let object = tables.withLockUnchecked({ $0.object(record.object) }) {
      if withTables(of: object, { $0.remove(record) }) { Mediator.shared.unobserve(object, record) }
    } else if retention == .unretained, tables.withLockUnchecked({ $0.byHandler.remove(record) }) {
      Mediator.shared.unobserve(nil, record)
    } else {
      // The object is in its deinit, and ends this observation itself. No further call is made from now on.
      Mediator.shared.silence(record)
    }
  }

  func unobserveAll() { Self.endAll(in: tables) { $0.removeAll() } }
}

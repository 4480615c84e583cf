internal import RawObserving

/// What a controller is, whatever type its observer is called by. Everything it observes ends with it.
final class ControllerCore {
  /// On whose behalf it observes; nil from the moment its deinit begins.
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
    Recording.report(MediatorEvent.controllerGone(ObjectIdentifier(self)))
  }

  // MARK: Observing

  /// The way in for every form of `observe`. The paths are nil if the object is. Of several key paths none is
  /// observed if one is a duplicate and that is to be reported.
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
        Recording.report(MediatorEvent.dropped(RecordFacts(record), of: object))
        return ObservationToken(record: nil)
      }
      Recording.report(MediatorEvent.recorded(RecordFacts(record), of: object))
      for record in replaced { Mediator.shared.unobserve(object, record) }
      Mediator.shared.observe(object, record)
      return ObservationToken(record: record)
    }
    // snippet.end
  }

  // MARK: Unobserving

  // snippet.unobserve
  /// Stops observing one key path of the object. Does nothing if it is not observed.
  func unobserve(_ object: KeyValueObject, _ path: KeyPathString) {
    for record in withTables(of: object, { $0.remove(path, of: object) }) { Mediator.shared.unobserve(object, record) }
  }
  // snippet.end

  /// Stops observing the object. Does nothing if it is not observed.
  func unobserve(_ object: KeyValueObject) {
    for record in withTables(of: object, { $0.removeAll(of: object) }) { Mediator.shared.unobserve(object, record) }
  }

  /// Ends the observation that the record is about. Does nothing if it has ended.
  func unobserve(_ record: Record) {
    if let object = tables.withLock({ $0.object(record.object) }) {
      if withTables(of: object, { $0.remove(record) }) { Mediator.shared.unobserve(object, record) }
    } else if retention == .unretained, tables.withLock({ $0.byHandler.remove(record) }) {
      Mediator.shared.unobserve(nil, record)
    } else {
      // An object in its deinit ends by itself what is bound to it. Until then nothing is called.
      Mediator.shared.silence(record)
    }
  }

  func unobserveAll() { Self.endAll(in: tables) { $0.removeAll() } }
}

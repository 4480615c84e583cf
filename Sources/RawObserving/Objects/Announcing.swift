/// Changes that are announced by hand: the checks behind the public calls of the same purpose.
extension KeyValueObject {
  package func announceWill(_ key: String) throws(Violation) { try willChange(key, nil) }

  package func announceWill(_ kind: KeyValueChangeKind, at indexes: RangeSet<Int>, of key: String) throws(Violation) {
    try willChange(key, .elements(kind, at: indexes, of: key))
  }

  package func announceWill<Element: Hashable>(_ kind: KeyValueSetMutationKind, _ members: Set<Element>, of key: String)
    throws(Violation)
  {
    guard observationInfo != nil else { return }
    // The members that are really added or removed have to be determined before the change. The value is read only if
    // an observer asks for it, as for any other change.
    let value = isValueAsked(for: key) ? value(forKey: key) : nil
    guard let current = (value ?? Set<Element>()) as? Set<Element> else {
      throw .notACollection(value, expected: "\(Set<Element>.self)", key: key, object: self)
    }
    try willChange(key, .members(kind, members, of: current))
  }

  package func announceDid(_ key: String) throws(Violation) {
    EventProbe.report(EngineEvent.announces(self, key: key, by: "didChangeValue"))
    guard let info = observationInfo, let change = ThreadState.current.pop(key, of: info) else { return }
    try info.registrations(for: key)?.checkSlot(of: self)
    try did(change) { value(forKey: key) ?? KeyValueNull.null }
  }

  /// Begins a change of the key on this thread, if it concerns a registration.
  private func willChange(_ key: String, _ elements: @autoclosure () -> ElementChange?) throws(Violation) {
    EventProbe.report(EngineEvent.announces(self, key: key, by: "willChangeValue"))
    guard let info = observationInfo, let registrations = info.registrations(for: key) else { return }
    try registrations.checkSlot(of: self)
    guard let receivers = registrations.receivers else { return }
    let change = PendingChange(info, receivers, elements(), byHandOf: self)
    ThreadState.current.push(change)
    try will(change) { value(forKey: key) ?? KeyValueNull.null }
  }

  /// Whether an observer of the key itself, rather than of a longer path or a dependent key, asks for values.
  private func isValueAsked(for key: String) -> Bool {
    let values: KeyValueObservingOptions = [.new, .old]
    return observationInfo?.registrations(for: key)?.receivers?.all.contains { receiver in
      !receiver.registration.options.isDisjoint(with: values) && !receiver.registration.isSilenced
        && (receiver.steps.isEmpty || receiver.steps.contains(where: \.isEndOfPath))
    } ?? false
  }
}

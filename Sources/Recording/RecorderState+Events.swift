import Foundation
import ManagedObserving
import RawObserving

/// Turns the reports of the engine and the mediator into events.
extension RecorderState {
  /// A record of a controller.
  struct RecordNote {
    let name: String
    let controller: String
    let object: String
  }

  mutating func hear(_ event: EngineEvent) {
    switch event {
    case .born(let object):
      let type = "\(type(of: object))"
      let isMediator = type == "Mediator"
      add(ObjectIdentifier(object), object, type: type, role: isMediator ? .mediator : .object)
      if !isMediator { frames.noteBirth(of: name(of: object), on: ObjectIdentifier(Thread.current)) }
    case .dying(let identity): markDying(identity)
    case .gone(let identity): remove(identity)
    case .adds(let registration, let object):
      registrations.append(registration)
      var event = about(registration, .adds, of: object)
      event.options = names(of: registration.options)
      event.context = name(ofContext: registration.context, of: registration)
      note(event)
    case .added(let registration):
      note(about(registration, .added))
    case .removed(let registration):
      note(about(registration, .removed))
    case .endedWithObject(let registration): note(about(registration, .swept))
    case .willChange(let object, let key, let value):
      var event = RecordedEvent(.willChange, object: name(of: object))
      (event.key, event.old) = (key, text(of: value))
      note(event)
    case .changed(let object, let key, let value):
      var event = RecordedEvent(.changed, object: name(of: object))
      (event.key, event.new) = (key, text(of: value))
      note(event)
    case .announces(let object, let key, let call):
      var event = RecordedEvent(.announces, object: name(of: object))
      (event.key, event.by) = (key, call)
      note(event)
    case .calls(let registration, let change, let object):
      var event = about(registration, .calls, of: object)
      event.old = change.oldValue.map(text)
      event.new = change.newValue.map(text)
      event.isPrior = change.isPrior ? true : nil
      event.text = change.indexes == nil && change.kind == .setting ? nil : "\(change.kind)"
      note(event)
    case .returned(let registration): note(about(registration, .returned))
    case .skips(let registration, let object):
      var event = about(registration, .skips, of: object)
      event.reason = registration.isRemoved ? "the registration is removed" : "the observer is gone"
      note(event)
    case .raises(let violation):
      var event = RecordedEvent(.dies)
      event.text = withoutAddresses(violation.raised)
      event.violation = violation.id
      note(event)
    }
  }

  mutating func hear(_ event: MediatorEvent) {
    switch event {
    case .controllerMade(let controller, let retention, let observer, let isOwned):
      if let observer, name(of: ObjectIdentifier(observer)) == nil { meet(observer) }
      let owner = observer.map { name(of: $0) }
      let identity = ObjectIdentifier(controller)
      add(identity, controller, type: "KVOController, \(retention)", role: .controller)
      guard let owner, let name = name(of: identity) else { return }
      if isOwned { tell(Edge(holder: owner, target: name, by: "kvoController"), .strong) }
      tell(Edge(holder: name, target: owner, by: "observer"), .weak)
    case .controllerGone(let identity): remove(identity)
    case .recorded(let record, let object):
      let controller = name(of: record.controller) ?? "controller"
      recordCount += 1
      let known = RecordNote(name: "record \(recordCount)", controller: controller, object: name(of: object))
      records[record.number] = known
      var event = about(record, .records, known)
      event.options = names(of: record.options)
      note(event)
      let strength: RecordedEvent.Strength = record.retainsObject ? .strong : .weak
      tell(Edge(holder: controller, target: known.object, by: "table"), strength)
      for target in frames.captured(on: ObjectIdentifier(Thread.current)) {
        tell(Edge(holder: controller, target: target, by: "closure of \(known.name)"), .strong)
      }
    case .dropped(let record, let object):
      let controller = name(of: record.controller) ?? "controller"
      note(about(record, .drops, RecordNote(name: "", controller: controller, object: name(of: object))))
    case .ended(let number):
      guard let known = records.removeValue(forKey: number) else { return }
      // What waits may still be passed on.
      ended[number] = known
      note(RecordedEvent(.ends, record: known))
      let others = records.values.filter { $0.controller == known.controller }
      if !others.contains(where: { $0.object == known.object }) {
        untell(Edge(holder: known.controller, target: known.object, by: "table"))
      }
      untellClosures(of: known)
    case .passes(let number, let observer):
      guard let known = records[number] ?? ended[number] else { return }
      var event = RecordedEvent(.passes, record: known)
      event.other = name(of: observer)
      note(event)
    case .passed(let number):
      note(RecordedEvent(.passed, record: records[number] ?? ended[number]))
    case .leaves(let number):
      note(RecordedEvent(.defers, record: records[number]))
    case .skips(let number, let isOver):
      var event = RecordedEvent(.skips, record: records[number])
      event.reason = isOver ? "the record is over" : "the observer is gone"
      note(event)
    }
  }

  /// Notes an object that the engine does not report.
  mutating func meet(_ object: AnyObject) {
    add(ObjectIdentifier(object), object, type: "\(Swift.type(of: object))", tellsOfItsEnd: false)
  }

  /// A number for a context; its name is found when the run is over. The mediator's contexts are the numbers of its
  /// records, and have no names.
  private mutating func name(ofContext context: UnsafeMutableRawPointer?, of registration: Registration) -> String? {
    guard let context, name(of: registration.observerIdentity) != "mediator" else { return nil }
    if let known = contexts[context] { return known }
    let name = ObjectNames.contextToken(contexts.count + 1)
    contexts[context] = name
    return name
  }

  private func about(_ registration: Registration, _ what: RecordedEvent.Kind, of object: KeyValueObject? = nil)
    -> RecordedEvent
  {
    var event = RecordedEvent(
      what, object: object.map { name(of: $0) }, other: formerName(of: registration.observerIdentity))
    event.key = "\(registration.keyPath)"
    event.registration = registrations.firstIndex { $0 === registration }.map { "registration \($0 + 1)" }
    return event
  }

  private func about(_ record: RecordFacts, _ what: RecordedEvent.Kind, _ known: RecordNote) -> RecordedEvent {
    var event = RecordedEvent(what, record: known)
    (event.key, event.by) = (record.keyPath, withoutAddresses(record.handler))
    return event
  }

  private func names(of options: KeyValueObservingOptions) -> [String] {
    let names: [(KeyValueObservingOptions, String)] = [
      (.new, "new"), (.old, "old"), (.initial, "initial"), (.prior, "prior"),
    ]
    return names.filter { options.contains($0.0) }.map(\.1)
  }
}

extension RecordedEvent {
  init(_ what: Kind, record: RecorderState.RecordNote?) {
    self.init(what, object: record?.object, other: record?.controller)
    self.record = record.flatMap { $0.name.isEmpty ? nil : $0.name }
  }
}

// MARK: Values

extension RecorderState {
  /// A value in a few words. Objects have the names of the story.
  func text(of value: Any) -> String {
    PlainValue { description(of: $0) }.text(of: value) ?? "\(type(of: value))"
  }

  private func description(of value: Any) -> String {
    let (type, facts) = ("\(type(of: value))", TypeFacts.about(value))
    if facts.isClass { return name(of: value as AnyObject) }
    if facts.isHidden { return type }
    let mirror = Mirror(reflecting: value)
    let isOwn = ofProgram && String(reflecting: Swift.type(of: value)).contains("Marked.")
    if !isOwn {
      // What a library says of a value may ask the program what it says of its objects.
      let isSilent = !ofProgram || FieldReader.objects(in: value).list.isEmpty
      return isSilent ? String("\(value)".prefix(60)) : type
    }
    if mirror.children.isEmpty || mirror.children.count > 4 || PlainValue.describesItself(value) { return type }
    let parts = mirror.children.map { child in (child.label.map { "\($0): " } ?? "") + text(of: child.value) }
    return String("\(type)(\(parts.joined(separator: ", ")))".prefix(60))
  }

  /// The text with the story's names instead of addresses, which differ from run to run.
  func withoutAddresses(_ text: String) -> String {
    text.replacing(#/0x([0-9a-f]{2,})/#) { match in
      let known = formerNames.first { UInt(bitPattern: $0.key) == UInt(match.1, radix: 16) }
      return known.map { "(\($0.value))" } ?? "0x…"
    }
  }
}

import Recording

/// The deallocation of objects, and what they refer to.
extension StepMaker {
  mutating func takeDying(_ event: RecordedEvent) {
    guard let object = event.object, dying.insert(object).inserted else { return }
    if observers[object] != nil { return add(nil, Mark(.dying, from: object)) }
    begin(event, "\(named(object)) is released, its deinit begins", Mark(.dying, from: object))
    steps[steps.count - 1].sentence = "The last strong reference to \(named(object)) is gone. Its deinit begins."
  }

  mutating func takeGone(_ event: RecordedEvent) {
    guard let object = event.object else { return }
    if observers[object] != nil { return add(nil, Mark(.gone, from: object)) }
    let isJustDying = steps.last?.marks.contains { $0.what == .dying && $0.from == object } == true
    if isJustDying, let last = steps.last {
      steps[steps.count - 1].title = "\(named(object)) is deallocated"
      if last.marks.count(where: { $0.what != .has }) == 1 {
        steps[steps.count - 1].sentence =
          "The last strong reference to \(named(object)) is gone, and it is deallocated."
      } else {
        add("Then its memory is freed.")
      }
      add(nil, Mark(.gone, from: object))
    } else {
      begin(event, "\(named(object)) is deallocated", Mark(.gone, from: object))
      steps[steps.count - 1].sentence = "The deinit of \(named(object)) is over, and its memory is freed."
    }
  }

  mutating func takeReference(_ event: RecordedEvent) {
    if event.by == "observer", event.strength == .weak, let controller = event.object {
      observers[controller] = event.other
    }
    if steps.isEmpty { noticed.append(mark(of: event)) } else { add(nil, mark(of: event)) }
  }

  func mark(of event: RecordedEvent) -> Mark {
    var mark = Mark(event.what == .refers ? .refers : .refersNoMore, from: event.object, to: event.other, event.by)
    mark.strength = event.strength
    return mark
  }
}

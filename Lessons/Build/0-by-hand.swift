// Build 1. A closure for each registration
//
// A controller observes on behalf of one object, its observer. This one has one handler for all that it observes, so a
// change of one key path calls the handler of another.
//
// Make it call, for each registration, the handler of that registration. Let a class of its own observe in its place,
// one object for each registration, which keeps the handler. The page of this step is Lessons/Build/1-closure.md.

import Exercises
import RawObserving

enum Attempt: MediatorExercise {
  final class Controller: KeyValueObject, MediatingController {
    private weak let observer: AnyObject?
    private var handler: Handler?
    private var observed: [(object: KeyValueObject, keyPath: String)] = []

    init(observer: AnyObject) { self.observer = observer }

    func observe(
      _ object: KeyValueObject, _ keyPath: String, options: KeyValueObservingOptions, handler: @escaping Handler
    ) {
      self.handler = handler
      observed.append((object, keyPath))
      object.addObserver(self, forKeyPath: keyPath, options: options)
    }

    func unobserve(_ object: KeyValueObject, _ keyPath: String) {
      object.removeObserver(self, forKeyPath: keyPath)
    }

    func unobserveAll() {
      for (object, keyPath) in observed { object.removeObserver(self, forKeyPath: keyPath) }
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if let observer { handler?(observer, object, change) }
    }
  }
}

// One handler for all registrations. Step 1 begins with this file.

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

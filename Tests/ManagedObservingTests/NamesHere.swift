// The program of Lessons/Appendices/names.md, with the names of this package. NamesTests runs it.
// snippet.program
import ManagedObserving
import RawObserving

/// A kettle whose temperature can be observed.
final class Kettle: KeyValueObject {
  @Observed var degrees = 20
}

/// Observes by hand: adds itself in init, reacts in observeValue, removes itself in deinit.
final class Display: KeyValueObject {
  nonisolated(unsafe) private static let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  private let kettle: Kettle

  init(of kettle: Kettle) {
    self.kettle = kettle
    super.init()
    kettle.addObserver(self, forKeyPath: "degrees", options: [.old, .new], context: Self.context)
  }

  deinit { kettle.removeObserver(self, forKeyPath: "degrees", context: Self.context) }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    guard context == Self.context else {
      return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
    print("by hand: \(change.oldValue ?? "-") to \(change.newValue ?? "-")")
  }
}

func boil() {
  let kettle = Kettle()
  withExtendedLifetime(Display(of: kettle)) { kettle.degrees = 60 }  // the display is deallocated here
  withExtendedLifetime(KeyValueObject()) { observer in
    let token = observer.kvoController.observe(kettle, \.$degrees, options: .old) { _, _, change in
      print("by token: \(change.oldValue ?? 0) to \(change.value)")
    }.scoped()
    kettle.degrees = 95
    token.cancel()
    kettle.degrees = 20
  }
}

let boiled: Void = boil()
// snippet.end

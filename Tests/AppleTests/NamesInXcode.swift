// The program of Lessons/Appendices/names.md as it is written for Apple's systems. A Mac compiles it, and NamesTests runs
// it there. Other systems have no Objective-C runtime.
#if canImport(ObjectiveC)
  // snippet.program
  import Foundation

  /// A kettle whose temperature can be observed.
  nonisolated final class Kettle: NSObject {
    @objc dynamic var degrees = 20
  }

  /// Observes by hand: adds itself in init, reacts in observeValue, removes itself in deinit.
  nonisolated final class Display: NSObject {
    nonisolated(unsafe) private static let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    private let kettle: Kettle

    init(of kettle: Kettle) {
      self.kettle = kettle
      super.init()
      kettle.addObserver(self, forKeyPath: #keyPath(Kettle.degrees), options: [.old, .new], context: Self.context)
    }

    deinit { kettle.removeObserver(self, forKeyPath: #keyPath(Kettle.degrees), context: Self.context) }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      guard context == Self.context else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      print("by hand: \(change?[.oldKey] ?? "-") to \(change?[.newKey] ?? "-")")
    }
  }

  func boil() {
    let kettle = Kettle()
    withExtendedLifetime(Display(of: kettle)) { kettle.degrees = 60 }  // the display is deallocated here
    let token = kettle.observe(\.degrees, options: [.old, .new]) { _, change in
      print("by token: \(change.oldValue ?? 0) to \(change.newValue ?? 0)")
    }
    kettle.degrees = 95
    token.invalidate()
    kettle.degrees = 20
  }

  let boiled: Void = boil()
// snippet.end
#endif

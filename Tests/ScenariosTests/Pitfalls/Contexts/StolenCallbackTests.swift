import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("CTX-1 stolen callback", .watched)
struct StolenCallbackTests {
  @Test("raw: the object does not tell the two apart either, for it is the same")
  func sameObject() {
    let clock = Clock()
    let view = GreedyView(clock)
    clock.date = 1
    #expect(view.objects.count == 2)
    #expect(view.objects.allSatisfy { $0 === clock })
  }

  @Test("managed: the lazy controller is the superclass's too, and drops the subclass's closure")
  func sharedController() {
    let clock = Clock()
    let view = Recorder()
    var (bySuperclass, bySubclass) = (0, 0)
    view.kvoController.observe(clock, \.$date) { _, _, _ in bySuperclass += 1 }
    view.kvoController.observe(clock, \.$date) { _, _, _ in bySubclass += 1 }
    clock.date = 1
    #expect(bySuperclass == 1)
    #expect(bySubclass == 0)
  }
}

// Only the addresses are used: nothing is ever read from them or written to them.
nonisolated(unsafe) private let superclassContext =
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
nonisolated(unsafe) private let subclassContext =
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

private class TimeView: KeyValueObject {
  let clock: Clock
  var heardBySuperclass = 0

  init(_ clock: Clock) {
    self.clock = clock
    super.init()
    clock.addObserver(self, forKeyPath: "date", context: superclassContext)
  }

  deinit { clock.removeObserver(self, forKeyPath: "date", context: superclassContext) }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    if context == superclassContext { heardBySuperclass += 1 }
  }
}

/// A subclass that takes every call with its key path.
private class GreedyView: TimeView {
  var heardBySubclass = 0
  var objects: [KeyValueObject] = []

  override init(_ clock: Clock) {
    super.init(clock)
    clock.addObserver(self, forKeyPath: "date", context: subclassContext)
  }

  deinit { clock.removeObserver(self, forKeyPath: "date", context: subclassContext) }

  func isMine(_ keyPath: String, _ context: UnsafeMutableRawPointer?) -> Bool { keyPath == "date" }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    objects.append(object)
    if isMine(keyPath, context) {
      heardBySubclass += 1
    } else {
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
  }
}

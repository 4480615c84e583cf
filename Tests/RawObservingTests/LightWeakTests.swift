import Testing

@testable import RawObserving

@Suite("Light weak references") struct LightWeakTests {
  /// Looks at a reference to itself while it dies.
  private final class Mayfly {
    var atDeath: () -> Void = {}
    deinit { atDeath() }
  }

  /// What can be asked from inside a closure.
  private final class Box {
    let reference: LightWeak<Mayfly>
    init(_ object: Mayfly?, isLight: Bool) { reference = LightWeak(object, isLight: isLight) }
  }

  @Test(
    "it reads the object as long as that lives, and keeps nothing alive", arguments: [true, false])
  func life(isLight: Bool) {
    var object: Mayfly? = Mayfly()
    weak let probe = object
    let box = Box(object, isLight: isLight)
    #expect(box.reference.object === object)
    object = nil
    #expect(probe == nil)
    #expect(box.reference.object == nil)
    #expect(box.reference.object == nil)
  }

  @Test("it reads nil from the moment the deinit begins", arguments: [true, false])
  func deinitBegun(isLight: Bool) {
    var object: Mayfly? = Mayfly()
    let box = Box(object, isLight: isLight)
    var wasNil: Bool?
    object?.atDeath = { wasNil = box.reference.object == nil }
    object = nil
    #expect(wasNil == true)
  }

  @Test("made in the deinit, it reads nil", arguments: [true, false])
  func madeInDeinit(isLight: Bool) {
    var object: Mayfly? = Mayfly()
    var box: Box?
    object?.atDeath = { [unowned(unsafe) dying = object!] in
      // Sound because this runs in the deinit of that very object.
      box = Box(dying, isLight: isLight)
    }
    object = nil
    #expect(box != nil)
    #expect(box?.reference.object == nil)
  }

  @Test("nil stays nil", arguments: [true, false])
  func nothing(isLight: Bool) {
    #expect(Box(nil, isLight: isLight).reference.object == nil)
  }

  @Test("a weak reference beside it changes nothing")
  func beside() {
    var object: Mayfly? = Mayfly()
    let box = Box(object, isLight: true)
    weak let weakly = object
    #expect(box.reference.object === weakly)
    object = nil
    #expect(box.reference.object == nil && weakly == nil)
  }

  @Test("a dead object's memory stays its own until the reference goes")
  func memory() {
    var object: Mayfly? = Mayfly()
    let box = Box(object, isLight: true)
    let address = box.reference.identity
    object = nil
    let others = (0..<1000).map { _ in Mayfly() }
    #expect(!others.contains { Unmanaged.passUnretained($0).toOpaque() == address })
    withExtendedLifetime(box) {}
  }
}

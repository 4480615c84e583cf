import RawObserving

/// An object whose properties are accessed while they are being changed.
final class Drawer: KeyValueObject {
  @Observed var a: [Int] = []
  @Observed var x = 0
  @Observed var y = 0
  @Observed var child: Drawer?
  @Observed var held: DeinitAction?
  @Observed var alsoHeld: DeinitAction?
  @ObservedWeak var friend: Friend?

  var twice: Int { 2 * x }
  var firstChild: Drawer? { child }

  var storedX: Int {
    get { _x.storedValue }
    set { _x.storedValue = newValue }
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("firstChild", \Drawer.firstChild, dependsOn: \.$child)]
  }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "twice" ? ["x"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}

/// A value that runs a closure in its deinit.
final class DeinitAction {
  let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  deinit { action() }
}

/// An object for the weak property. It runs a closure in its deinit.
final class Friend: KeyValueObject {
  var deinitAction: () -> Void = {}

  deinit { deinitAction() }
}

/// Lends the value while the body runs.
func change<Value>(_ value: inout Value, while body: () -> Void) { body() }

func change<Value>(_ value: inout Value, whileAwaiting body: () async -> Void) async {
  await Task.yield()
  await body()
}

/// The compiler would refuse it for one object, and does not know that there is only one.
func swapXs(_ one: Drawer, _ other: Drawer) { swap(&one.x, &other.x) }

func swapWeakly(_ one: Drawer, _ other: Drawer) { swap(&one.friend, &other.friend) }

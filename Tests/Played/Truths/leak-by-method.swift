// truth: neither deinit runs: the closure of line 13 calls a local function, which holds the view
import ManagedObserving
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
class Base: KeyValueObject {
  var calls = 0
  deinit { print("a deinit") }
}
final class View: Base {
  convenience init(observing clock: Clock) {
    self.init()
    func count() { calls += 1 }
    kvoController.observe(clock, \.$date) { _, _, _ in count() }
  }
}
func go() {
  let clock = Clock()
  let view = View(observing: clock)
  clock.date = 1
  print("calls", view.calls)
}
go()
// never: a deinit
// never: is deallocated
// expect: ✗ the program ends, and 2 objects are never freed
// expect: which holds it (the closure

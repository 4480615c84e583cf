// truth: neither deinit runs: the view's controller holds the closure of line 11, which holds the view
import ManagedObserving
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
final class View: KeyValueObject {
  var calls = 0
  let clock: Clock
  init(_ clock: Clock) {
    self.clock = clock
    super.init()
    kvoController.observe(clock, \.$date) { _, _, _ in self.calls += 1 }
  }
  deinit { print("the view's deinit") }
}
func go() {
  let view = View(Clock())
  view.clock.date = 1
  print("calls", view.calls)
}
go()
// expect: ✗ the program ends, and 2 objects are never freed
// expect: which holds it (the closure
// expect: The clock is never freed: the view holds it (clock).
// never: the view's deinit

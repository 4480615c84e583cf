// truth: six references are unowned, the clock they refer to is deallocated, none is read, and the program ends with 0
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
final class View: KeyValueObject {
  unowned let clock: Clock
  init(_ clock: Clock) { self.clock = clock }
}
final class Plain {
  unowned let clock: Clock
  unowned(unsafe) let other: Clock
  unowned var third: Clock?
  init(_ clock: Clock) { (self.clock, other, third) = (clock, clock, clock) }
}
struct Link { unowned let clock: Clock }
func go() {
  var clock: Clock? = Clock()
  let view = View(clock!)
  let plain = Plain(clock!)
  let link = Link(clock: clock!)
  unowned let alias = clock!
  alias.date = 1
  clock = nil
  print("three holders are left:", type(of: view), type(of: plain), type(of: link))
}
go()
print("the end")
// expect:   22 the clock is deallocated
// expect: “three holders are left: View Plain Link”
// expect:   24 the view is deallocated
// expect: “the end”
// never: dies

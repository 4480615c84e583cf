// truth: the new clock is made before the old one ends, whether its class has an initializer or not; what a call makes and lets go is there too
class Plain { deinit { print("a plain one ends") } }
final class Sub: Plain {}
final class Clock {
  let number: Int
  init(_ number: Int) { self.number = number }
  convenience init() { self.init(7) }
  deinit { print("clock \(number) ends") }
}
func look(_ clock: Clock) { print("looks at", clock.number) }
var plain = Plain()
plain = Sub()
var clock = Clock(1)
clock = Clock()
look(Clock(3))
print("over")
// expect:    2   12 plain 2 is made
// expect:    3    2 the plain is released, its deinit
// expect:    6   14 clock 2 is made
// expect:    7    8 the clock is released, its deinit
// expect:    9   15 clock 3 is made
// expect:   11    8 clock 3 is released, its deinit
// never: not recorded

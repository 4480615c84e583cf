// truth: a closure that is only called is released with its last call, so that clock 1 ends in line 13, as it is replaced; clock 3 ends in line 21, where the variable gets another closure
final class Clock {
  let number: Int
  init(_ number: Int) { self.number = number }
  deinit { print("clock \(number) ends") }
}
func called() {
  var clock = Clock(1)
  let action = { [other = clock] in print("called", other.number) }
  let (again, _): (() -> Void, Int) = ({ [other = clock] in print("again", other.number) }, 1)
  action()
  again()
  clock = Clock(2)
  print("replaced by", clock.number)
}
func kept() {
  var clock = Clock(3)
  var action = { [other = clock] in print("called", other.number) }
  action()
  clock = Clock(4)
  print("replaced by", clock.number)
  action = {}
  print("let go")
}
called()
kept()
// expect:    4   13 clock 2 is made
// expect:    5    5 the clock is released, its deinit
// expect:    7   14 “replaced by 2”
// expect:   13   21 “replaced by 4”
// expect:   14    5 clock 3 is released, its deinit
// expect:   16   23 “let go”

// truth: under the current rules nothing dies: prints "after"
// play: --era current
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
final class View: KeyValueObject {}
func go() {
  let view = View()
  do {
    let clock = Clock()
    clock.addObserver(view, forKeyPath: "date", options: .new)
  }
  print("after")
}
go()
// expect: “after”
// expect:   11 the clock is deallocated
// expect: This is drawn under the current rules
// never: dies

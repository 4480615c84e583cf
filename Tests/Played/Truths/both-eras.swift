// truth: classic: dies at the brace in line 13, where the observed clock is deallocated; current: prints "after"
// exit: 1
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
final class View: KeyValueObject {}
func go() {
  let view = View()
  do {
    let clock = Clock()
    clock.addObserver(view, forKeyPath: "date", options: .new)
    print("observed")
    print("twice said")
  }
  print("after")
}
go()
// expect:   13 ✗ the process dies
// expect: This is drawn under the classic rules
// expect: it ends by itself, and prints more.
// never: “after”

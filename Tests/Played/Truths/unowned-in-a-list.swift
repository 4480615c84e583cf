// truth: a list of structures and a closure outlive the clock that they refer to, and the program ends with 0
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
struct Entry {
  let name: String
  unowned(unsafe) var clock: Clock
}
final class Diary: KeyValueObject {
  var entries: [Entry] = []
  var read: (() -> Int)?
}
let diary = Diary()
do {
  let clock = Clock()
  diary.entries = [Entry(name: "first", clock: clock), Entry(name: "second", clock: clock)]
  diary.read = { [unowned clock] in clock.date }
  clock.date = 2
}
print("entries", diary.entries.count)
// expect:   18 the clock is deallocated
// expect: “entries 2”
// never: dies

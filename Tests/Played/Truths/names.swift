// truth: the clock in holder.shape dies and the structure lives on; the variable class in backticks holds the other one
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
enum Shape { case one(Clock), none }
struct Holder { var shape: Shape }
var holder = Holder(shape: .one(Clock()))
let `class` = Clock()
holder.shape = .none
print("{1}\u{E000}1\u{E001}", "two", separator: "-", terminator: "|\n")
`class`.date = 3
// expect:    8 the shape is deallocated
// expect: class.date: 0 → 3
// never: the holder is deallocated

// truth: of 40 plain rows 20 live at a time, and all die: 20 where the list is emptied, one in each turn of the loop
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
final class Row { let number: Int; init(_ number: Int) { self.number = number } }
let clock = Clock()
var rows: [Row] = (0..<20).map { Row($0) }
rows = []
for number in 20..<40 { let row = Row(number); clock.date = row.number }
print("the end")
// expect: clock.date: 0 → 20
// expect: clock.date: 30 → 31
// never: still alive

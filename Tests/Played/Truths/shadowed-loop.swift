// truth: the loop changes the two clocks of the list; the variable clock holds the first clock all the time
// play: --step 4
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
var clock = Clock()
let list = [Clock(), Clock()]
for clock in list { clock.date = 1 }
clock.date = 9
// expect: ║ clock (line 7) ║
// expect: clock.date: 0 → 9
// expect: list.date: 0 → 1
// expect: list 2.date: 0 → 1

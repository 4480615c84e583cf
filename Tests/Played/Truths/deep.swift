// truth: the stack overflows: the process dies of signal 11 within a second
// exit: 1
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
func odd(_ number: Int) -> Int { 1 + even(number + 1) }
func even(_ number: Int) -> Int { number < 0 ? 0 : 1 + odd(number + 1) }
let clock = Clock()
clock.date = odd(1)
// expect: signal 11
// never: seconds

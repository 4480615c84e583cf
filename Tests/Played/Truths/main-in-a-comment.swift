// truth: the clock is made, changes twice, and "date 2" is printed; a comment and another type mention a main, too
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
/*
@main is what begins.
static func main() { the old one }
*/
struct Other { static func main() { print("the other main") } }
@main enum App {}
extension App {
  static func main() async {
    let clock = Clock()
    clock.date = 1
    await Task.yield()
    clock.date = 2
    print("date", clock.date)
  }
}
// expect: clock.date: 0 → 1
// expect: clock.date: 1 → 2
// expect: “date 2”
// never: “the other main”
// never: Nothing is drawn

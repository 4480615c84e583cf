// truth: no mirror of the program is asked, so that "asked" is never printed; ends with 0
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0; var hand = Hand(); let plain = Plain() }
struct Hand: CustomReflectable { var customMirror: Mirror { print("asked"); return Mirror(self, children: ["x": 1]) } }
final class Plain: CustomReflectable {
  var customMirror: Mirror { print("asked"); return Mirror(self, children: ["ghost": "boo"]) }
}
let clock = Clock()
let plain = Plain()
clock.date = 1
clock.hand = Hand()
print("the end")
// expect: clock.date: 0 → 1
// expect: “the end”
// never: asked
// never: stopped after

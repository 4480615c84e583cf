// truth: 400 changes are delivered, then the registration is removed, and the view dies
import RawObserving
final class Clock: KeyValueObject { @Observed var date = 0 }
final class View: KeyValueObject {
  var calls = 0
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) { calls += 1 }
}
let clock = Clock()
var view: View? = View()
clock.addObserver(view!, forKeyPath: "date", options: .new)
for number in 1...400 { clock.date = number }
print("calls", view!.calls)
clock.removeObserver(view!, forKeyPath: "date")
view = nil
print("the view is gone")
// expect: “calls 400”
// expect: the view is deallocated
// expect: … 398 more times the same 2 steps
// never: the recording stops here

// truth: both boxes are freed: the way back is weak, inside a generic structure of a generic class
import RawObserving
struct Way<Target: AnyObject> { weak var target: Target? }
final class Box<Value>: KeyValueObject {
  var back = Way<Box<Value>>()
  var next: Box<Value>?
  deinit { print("a box is freed") }
}
func go() {
  let first = Box<String>()
  let second = Box<String>()
  first.next = second
  second.back.target = first
  print("tied")
}
go()
// expect: the first is deallocated
// expect: the second is deallocated
// never: never freed
// never: still alive

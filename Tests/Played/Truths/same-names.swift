// truth: a cycle of two nodes: the parent of Managed.Node is strong, and that of Raw.Node is weak
import RawObserving
enum Raw { final class Node: KeyValueObject { weak var parent: Node?; var child: Node? } }
enum Managed { final class Node: KeyValueObject { var parent: Node?; var child: Node? } }
func go() {
  let top = Managed.Node()
  let low = Managed.Node()
  top.child = low
  low.parent = top
}
func freed() {
  let upper = Raw.Node()
  let lower = Raw.Node()
  upper.child = lower
  lower.parent = upper
}
go()
freed()
print("the end")
// expect: The top is never freed: it holds the low (child), which holds it (parent).
// expect:   16 the upper is deallocated
// expect: 2 objects are never freed

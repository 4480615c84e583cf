// truth: two functions have a class Node each: that of leaks has a strong parent, and its two nodes are never freed
import RawObserving
func frees() {
  final class Node: KeyValueObject { weak var parent: Node?; var child: Node? }
  let upper = Node()
  upper.child = Node()
  upper.child?.parent = upper
}
func leaks() {
  final class Node: KeyValueObject { var parent: Node?; var child: Node? }
  let top = Node()
  let low = Node()
  top.child = low
  low.parent = top
}
frees()
leaks()
// expect: The top is never freed: it holds the low (child), which holds it (parent).
// expect:    8 the upper is deallocated
// expect:    8 the child is deallocated

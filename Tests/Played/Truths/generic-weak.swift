// truth: no cycle: a dictionary of the thread holds the root, the root holds the leaf, and the leaf's parent is weak
import Foundation
import RawObserving
final class Item<Value>: KeyValueObject {
  weak var parent: Item<Value>?
  var children: [Item<Value>] = []
}
func build() {
  let root = Item<Int>()
  let leaf = Item<Int>()
  root.children = [leaf]
  leaf.parent = root
  Thread.current.threadDictionary["root"] = root
}
build()
print("built")
// expect: The root and the leaf are still alive
// never: never freed

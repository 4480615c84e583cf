internal import Synchronization

/// How many of the objects that a test made are alive: each adds 1 as it is made and -1 in its deinit.
package final class Population: Sendable {
  private let living = Atomic<Int>(0)

  package init() {}

  package var count: Int { living.load(ordering: .sequentiallyConsistent) }

  package func add(_ difference: Int) { living.add(difference, ordering: .sequentiallyConsistent) }
}

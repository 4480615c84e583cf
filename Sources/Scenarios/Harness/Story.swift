import Foundation
import Recording

/// Prints what happens while an act runs, a line at a time.
package struct Story: Sendable {
  package func say(_ line: String) {
    print("  " + line)
    Recorder.current?.says(line)
  }
}

/// Says whether an object is still alive, without retaining it.
package struct Probe: LooksWithoutHolding {
  private weak var object: AnyObject?
  private let identity: ObjectIdentifier

  package init(_ object: AnyObject) {
    self.object = object
    identity = ObjectIdentifier(object)
    Recorder.current?.meets(object)
  }

  package var isAlive: Bool {
    let isAlive = object != nil
    Recorder.current?.looks(at: identity, isAlive: isAlive)
    return isAlive
  }

  /// What a finding says of the object.
  package var fate: String { isAlive ? "alive" : "freed" }
}

/// Carries an object, or a reference to one, that is not `Sendable` to another thread.
// Sound only where the story itself orders the accesses: an act that shares an object this way waits
// for the other thread before it touches the object again, or takes a lock.
package struct Shared<Value>: @unchecked Sendable {
  package let object: Value

  package init(_ object: Value) {
    self.object = object
  }
}

import Foundation
import Testing

@testable import RawObserving

extension Violation.ID {
  /// A mistake that breaks this rule.
  func make() {
    let (wall, view) = (Wall(), ClockView())
    switch self {
    case .notRegistered: wall.removeObserver(view, forKeyPath: "number")
    case .deallocatedWhileObserved: Wall().addObserver(view, forKeyPath: "number", options: [.new, .prior])
    case .notHandled:
      let bare = KeyValueObject()
      wall.addObserver(bare, forKeyPath: "number", options: [.new, .old], context: context(0xbeef))
      wall.number = 1
    case .messageToDeallocated:
      do { wall.addObserver(ClockView(), forKeyPath: "number") }
      wall.number = 1
    case .undefinedKey: _ = wall.value(forKey: "nummer")
    case .undefinedKeyObserved: wall.addObserver(view, forKeyPath: "nummer", options: [.initial, .new])
    case .nilForNonOptional: wall.setValue(nil, forKey: "number")
    case .wrongType: wall.setValue("one", forKey: "number")
    case .unsupportedKeyPath: wall.addObserver(view, forKeyPath: "number.digit")
    case .malformedKeyPath: wall.addObserver(view, forKeyPath: "wall..number")
    case .changedUnannounced:
      wall.addObserver(view, forKeyPath: "wall.number")
      wall.replaceWallUnannounced()
      wall.removeObserver(view, forKeyPath: "wall.number")
    case .dependsOnItself: wall.addObserver(view, forKeyPath: "area")
    case .indexesOutOfRange: wall.mutableArray(\.$bricks).remove(at: 2)
    case .notACollection: wall.mutableArrayValue(forKey: "number").append(1)
    case .namesUnavailable: HiddenWall().addObserver(view, forKeyPath: "number")
    case .foreignProperty:
      wall.wall = Wall()
      wall.willChangeValue(for: \Wall.wall!.$number)
    case .wrapperReplaced:
      wall.addObserver(view, forKeyPath: "number")
      wall.replaceWrapper()
      wall.removeObserver(view, forKeyPath: "number")
    case .endlessCallbacks:
      let counter = Recorder(observing: wall, "number", [])
      counter.reaction = { _, _ in wall.number += 1 }
      wall.number = 1
    case .overlap:
      func change(_ number: inout Int, meanwhile: () -> Void) { meanwhile() }
      change(&wall.number) { _ = wall.number }
    case .undeclared: _ = wall.undeclaredProperty
    case .eraAlreadyFixed:
      Era.use(.current)
      Era.use(.classic)
    case .invalidArgument: wall.mutableArray(\.$bricks).insert(["a"], at: at(0, 1))
    }
  }

  /// What the process prints, addresses as `0x…`.
  var report: String {
    switch self {
    case .notRegistered:
      """
      *** Terminating app due to uncaught exception 'NSRangeException', reason: 'Cannot remove an observer \
      <ClockView 0x…> for the key path "number" from <Wall 0x…> because it is not registered as an observer.'
      """
    case .deallocatedWhileObserved:
      """
      *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'An instance 0x… of \
      class Wall was deallocated while key value observers were still registered with it. Current observation info: \
      <1 registered> (
      <Observer: 0x…, Key path: number, Options: <New: YES, Old: NO, Prior: YES> Context: 0x0>
      )'
      """
    case .notHandled:
      """
      *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '<KeyValueObject: \
      0x…>: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.
      Key path: number
      Observed object: <Wall 0x…>
      Change: {kind = 1; new = 1; old = 0;}
      Context: 0x…'
      """
    case .messageToDeallocated:
      """
      *** RawObserving: -[ClockView observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated \
      instance 0x…
      Key path: number
      Observed object: <Wall 0x…>
      """
    case .undefinedKey:
      """
      *** Terminating app due to uncaught exception 'NSUnknownKeyException', reason: '[<Wall 0x…> \
      valueForUndefinedKey:]: this class is not key value coding-compliant for the key nummer.'
      """
    case .undefinedKeyObserved:
      """
      *** Terminating app due to uncaught exception 'NSUnknownKeyException', reason: '[<Wall 0x…> \
      addObserver:<ClockView 0x…> forKeyPath:@"nummer" options:5 context:0x0] was sent to an object that is not \
      KVC-compliant for the "nummer" property.'
      """
    case .nilForNonOptional:
      """
      *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '[<Wall 0x…> \
      setNilValueForKey]: could not set nil as the value for the key number.'
      """
    case .wrongType:
      """
      *** RawObserving: [<Wall 0x…> setValue:forKey:]: the key number holds Int, and the value is String. Pass Int.
      """
    case .unsupportedKeyPath:
      """
      *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '[Int \
      addObserver:forKeyPath:options:context:] is not supported. Key path: digit. Observe a property of an object.'
      """
    case .malformedKeyPath:
      """
      *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '[<Wall 0x…>]: the key path \
      "wall..number" cannot be used: it has an empty key. Name one property after another, with a dot in between.'
      """
    case .changedUnannounced:
      """
      *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Cannot remove an \
      observer <ClockView 0x…> for the key path "wall.number" from <Wall 0x…>, most likely because the value for the \
      key "wall" has changed without an appropriate KVO notification being sent. Check the KVO-compliance of the Wall \
      class.'
      """
    case .dependsOnItself:
      """
      *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Wall: A \
      +keyPathsForValuesAffectingValueForKey: message returned a set that includes a key path that starts with the \
      same key that was passed in, which is not valid. The property identified by the key path already depends on the \
      property identified by the key, never vice versa.
      Passed-in key: area
      Returned key path set: {(
          area.size
      )}'
      """
    case .indexesOutOfRange:
      """
      *** Terminating app due to uncaught exception 'NSRangeException', reason: 'The value for the key "bricks" of \
      <Wall 0x…> has 1 elements, and the indexes 2..<3 are out of range. Pass the indexes of the elements that change.'
      """
    case .notACollection:
      """
      *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: 'The value for the key \
      "number" of <Wall 0x…> is Int, not Array<Int>. Set it, or announce its change, as a whole.'
      """
    case .namesUnavailable:
      """
      *** RawObserving: Not all properties of HiddenWall have names at run time. If the class or a superclass conforms \
      to CustomReflectable, list the properties that HiddenWall declares in unlistedProperties. If the program was built \
      with -disable-reflection-metadata, build it without. If the property belongs to another object, write a $ before \
      each property: \\.$clock.$date.
      """
    case .foreignProperty:
      """
      *** RawObserving: [<Wall 0x…>]: the key path leads to a property of another object. Write a $ before each \
      property: \\.$clock.$date.
      """
    case .wrapperReplaced:
      """
      *** RawObserving: Another wrapper has been assigned to the property "number" of <Wall 0x…>, and its observers \
      are registered with the one before. Assign to _number.storedValue instead of _number.
      """
    case .endlessCallbacks:
      """
      *** RawObserving: A change of <Wall 0x…> was made inside a callback, that inside another, and so on: 40 \
      callbacks are under way on this thread. That is the limit. If a handler sets what it observes, compare the values \
      first. If the chain would end by itself, make one of its changes after the callback has returned, in a task or on \
      a queue.
      """
    case .overlap:
      """
      *** RawObserving: Overlapping accesses to an observed property of type Int: it is read or changed while it is \
      being changed. Read it before that change begins, or after it has ended.
      """
    case .undeclared:
      """
      *** RawObserving: [<Wall 0x…> computed:]: the property is not declared. Add a ComputedKey for it to \
      computedKeys, with the same key path. An override begins with super.computedKeys +.
      """
    case .eraAlreadyFixed:
      """
      *** RawObserving: The era of this process is current already and cannot become classic. Choose it before \
      anything is observed.
      """
    case .invalidArgument:
      """
      *** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '[MutableArrayValue of \
      "bricks" of <Wall 0x…>]: 1 elements for 2 indexes. Pass as many elements as indexes.'
      """
    }
  }
}

private final class Wall: KeyValueObject {
  @Observed var number = 0
  @Observed var wall: Wall?
  @Observed var bricks = ["brick"]
  var undeclared: Int { number }
  var undeclaredProperty: Property<Int> { computed(\.undeclared) }

  func replaceWrapper() { _number = Observed(wrappedValue: 0) }
  func replaceWallUnannounced() { _wall.storedValue = Wall() }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "area" ? ["area.size"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}

private final class HiddenWall: KeyValueObject, CustomReflectable {
  @Observed var number = 0
  var customMirror: Mirror { Mirror(self, children: [:]) }
}

@Suite("How a process ends: the text of every violation", .watched)
struct ViolationTextTests {
  /// The text begins with `*** RawObserving:` if Apple's systems have no such exception, and has the form of Apple's log
  /// if they do.
  @Test("each mistake causes its violation, and the process prints its text", arguments: Violation.ID.allCases)
  func text(of mistake: Violation.ID) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) { [mistake] in
      EventProbe.atEnd { print($0.rawValue) }
      mistake.make()
    }
    #expect(result?.outputLines.suffix(2) == [mistake.rawValue, ""])
    expectDeath(
      result, saying: mistake.report.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }
}

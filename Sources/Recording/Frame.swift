import Foundation
import RawObserving

/// A call of a function in a marked copy: what its marks report to. See ``MarkedSource``.
///
/// Everything here does nothing while no recorder is installed.
public struct Frame: Sendable {
  let number: Int

  /// The function begins.
  ///
  /// - Parameters:
  ///   - name: what it is called in the pictures.
  ///   - file: the file that it is in.
  ///   - isMethod: whether it is an object's own, and not a part of the story.
  ///   - waits: whether it may go on on another thread after an `await`.
  ///   - classes: of a deinit, the names of the classes whose objects may end in it.
  public init(
    _ name: String, _ file: String, isMethod: Bool = false, waits: Bool = false, ends classes: String = ""
  ) {
    number = Self.count.withLock { count in
      count += 1
      return count
    }
    Self.recorder?.enters(self, name, file, isMethod: isMethod, waits: waits, ends: classes)
  }

  private static let count = Locked(0)

  /// A statement comes that declares something, or decides what comes next.
  ///
  /// - Parameters:
  ///   - line: the line of the statement that comes.
  ///   - names: the names of the variables, with a space between them. One that does not retain begins with `~`.
  ///   - values: what they hold.
  public func mark<each Value>(_ line: Int, _ names: String = "", _ values: repeat each Value) {
    tell(line, names, repeat each values)
  }

  /// A statement comes that calls or assigns something.
  public func does<each Value>(_ line: Int, _ names: String = "", _ values: repeat each Value) {
    tell(line, isWork: true, names, repeat each values)
  }

  /// The closures in the statement that comes retain these.
  public func captures<each Value>(_ names: String, _ values: repeat each Value) {
    guard let recorder = Self.recorder else { return }
    recorder.captures(self, Self.pairs(names, repeat each values))
  }

  /// The statement that comes modifies a property of an object in place: until it is over, no property is read.
  public func modifies() { Self.recorder?.modifies(self) }

  /// The function was called with these objects, which the caller holds.
  public func receives<each Value>(_ names: String, _ values: repeat each Value) {
    guard let recorder = Self.recorder else { return }
    recorder.receives(self, Self.pairs(names, repeat each values))
  }

  /// The last statement outside functions is over. Its variables still hold what they hold.
  public func finish<each Value>(_ names: String, _ values: repeat each Value) {
    guard let recorder = Self.recorder else { return }
    recorder.finishes(self, Self.pairs(names, repeat each values))
  }

  /// A statement comes that leaves the braces around it: the scopes of variables end in it, and not at the brace.
  public func quits<each Value>(_ line: Int, _ names: String = "", _ values: repeat each Value) {
    tell(line, quits: true, names, repeat each values)
  }

  /// The scope of a variable ends.
  ///
  /// - Parameter line: the line of the brace.
  public func ends(_ name: String, _ line: Int) { Self.recorder?.ends(self, name, line) }

  /// The closures in this value, which is no statement, retain the object.
  public static func capturing<Value>(
    _ object: AnyObject, _ file: String, _ line: Int, _ value: @autoclosure () throws -> Value
  ) rethrows -> Value {
    recorder?.captures(object, RecordedEvent.Line(file: file, line: line))
    return try value()
  }

  /// An unowned constant of an object was given this object.
  public static func tellsUnowned(_ holder: AnyObject, _ property: String, _ value: Any) {
    recorder?.tellsUnowned(holder, property, value)
  }

  /// An initializer has made this object.
  public func made(_ object: AnyObject) { Self.recorder?.makes(object, in: self) }

  /// An initializer that has no marks has made this object.
  public static func made(_ object: AnyObject) { recorder?.makes(object, in: nil) }

  /// The statement that comes calls another initializer, which makes the same object.
  public func delegates() { Self.recorder?.delegates(self) }

  /// The last statement of braces is over, and the variables hold what they hold then.
  public func reads<each Value>(_ names: String, _ values: repeat each Value) {
    guard let recorder = Self.recorder, !recorder.isWornOut(self) else { return }
    recorder.reads(self, Self.pairs(names, repeat each values))
  }

  /// The function ends.
  public func leave() { Self.recorder?.leaves(self) }

  /// The recorder, as long as it takes notes.
  private static var recorder: Recorder? {
    guard EventProbe.isInstalled, let recorder = Recorder.current, !StoryThread.isPolling else { return nil }
    return recorder
  }

  private func tell<each Value>(
    _ line: Int, isWork: Bool = false, quits: Bool = false, _ names: String, _ values: repeat each Value
  ) {
    guard let recorder = Self.recorder, !recorder.isWornOut(self, line, quits: quits) else { return }
    recorder.marks(self, line, isWork: isWork, quits: quits, Self.pairs(names, repeat each values))
  }

  private static func pairs<each Value>(_ names: String, _ values: repeat each Value) -> [(name: Substring, value: Any)]
  {
    var rest = names.split(separator: " ")[...]
    var pairs: [(name: Substring, value: Any)] = []
    for value in repeat each values {
      if let name = rest.popFirst() { pairs.append((name, value)) }
    }
    return pairs
  }
}

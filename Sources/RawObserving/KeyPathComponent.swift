/// One property on a typed key path that leads through several objects: `clock` or `date` of
/// `\.clock?.date`.
///
/// Swift compares whole key paths, and offers no way to look at their parts; to put an optional chain
/// together from its parts, and then compare, is not offered either. So the parts are read where the
/// runtime keeps them: in the key path object, in the layout that the Swift project describes in
/// docs/ABI/KeyPaths.md. A runtime is free to change that layout. Therefore it is tried on a known path
/// first, and each path has to add up to its last byte; otherwise nothing is said about it.
struct KeyPathComponent {
  /// What tells a property from the others of its class and its superclasses: the identifier that `==`
  /// compares. It is the same for `\AlarmClock.date` and `\Clock.date`, where the one inherits it from
  /// the other.
  struct Identity: Hashable {
    let kind: UInt32
    let identifier: UInt
  }

  /// Whose property it is, as the key path's type says.
  let owner: Any.Type
  let identity: Identity
  /// What it was made with: the index of a subscript, the parameters of a generic class; often nothing.
  private let captures: [UInt8]

  /// Whether a key path of one property, such as a class declares, is this property.
  func isSame(as path: AnyKeyPath) -> Bool {
    guard let other = Self.all(of: path), other.count == 1 else { return false }
    // Where only one of them has captures, they are parameters of a generic class: `==` says so, too.
    // Equal bytes are equal values. The same value in other bytes is taken for another one, and raises.
    return identity == other[0].identity
      && (captures == other[0].captures || captures.isEmpty || other[0].captures.isEmpty)
  }

  /// Whether key paths are laid out in this process as this file takes it.
  static let isLayoutKnown: Bool = {
    guard let next = read(\Probe.next), let value = read(\Probe.value),
      let both = read(\Probe.next?.value), next.count == 1, value.count == 1, both.count == 2
    else { return false }
    return both.map(\.identity) == [next[0].identity, value[0].identity]
      && next[0].identity != value[0].identity && both.allSatisfy { $0.owner == Probe.self }
      && read(\Probe.next!.value) == nil
  }()

  /// The properties on the path, or nil where there is anything else on it than properties of objects and
  /// `?`: a member of a struct or a tuple, `!`.
  static func all(of path: AnyKeyPath) -> [KeyPathComponent]? {
    isLayoutKnown ? read(path) : nil
  }

  private final class Probe: KeyValueObject {
    @Observed var next: Probe?
    @Observed var value = 0
  }
}

extension KeyPathComponent {
  // The bits of a component's first four bytes.
  private enum Header {
    static let kind: UInt32 = 0x7F00_0000
    static let computed: UInt32 = 0x0200_0000
    static let stored: UInt32 = 0x0300_0000
    static let optional: UInt32 = 0x0400_0000

    static let offset: UInt32 = 0x007F_FFFF

    static let optionalOperation: UInt32 = 0x00FF_FFFF
    static let chain: UInt32 = 0
    static let wrap: UInt32 = 1

    static let identifierKind: UInt32 = 0x0030_0000
    static let hasSetter: UInt32 = 0x0040_0000
    static let hasCaptures: UInt32 = 0x0008_0000
    static let hasExternalCaptures: UInt32 = 0x0000_0010
  }

  private static func read(_ path: AnyKeyPath) -> [KeyPathComponent]? {
    // Sound because the path is held meanwhile, and the reader stays within the size it has of itself.
    withExtendedLifetime(path) {
      var reader = Reader(path)
      var components: [KeyPathComponent] = []
      var owner = type(of: path).rootType
      while !reader.isAtEnd {
        guard let header = reader.load(UInt32.self) else { return nil }
        switch header & Header.kind {
        case Header.optional:
          let operation = header & Header.optionalOperation
          guard operation == Header.chain || operation == Header.wrap else { return nil }
        case Header.stored:
          // A plain property of a class; it can be told from others, and is none that can be observed.
          let offset = header & Header.offset
          guard offset != Header.offset else { return nil }  // too large for this place
          let identity = Identity(kind: Header.stored, identifier: UInt(offset))
          components.append(KeyPathComponent(owner: owner, identity: identity, captures: []))
        case Header.computed:
          guard let component = component(header, of: owner, &reader) else { return nil }
          components.append(component)
        default:
          return nil
        }
        if reader.isAtEnd { break }
        // Between two components stands the type of the value so far.
        guard let type = reader.load(UnsafeRawPointer.self) else { return nil }
        owner = unsafeBitCast(type, to: Any.Type.self)
      }
      return components
    }
  }

  private static func component(
    _ header: UInt32, of owner: Any.Type, _ reader: inout Reader
  ) -> KeyPathComponent? {
    guard let identifier = reader.load(UInt.self), reader.load(UInt.self) != nil else {
      return nil  // the second is the getter
    }
    if header & Header.hasSetter != 0 && reader.load(UInt.self) == nil { return nil }
    var captures: [UInt8] = []
    if header & Header.hasCaptures != 0 {
      guard let size = reader.load(Int.self), reader.load(UInt.self) != nil else {
        return nil  // the second leads to functions that copy and compare them
      }
      if header & Header.hasExternalCaptures != 0 && reader.load(UInt.self) == nil { return nil }
      guard let bytes = reader.bytes(size) else { return nil }
      captures = bytes
    }
    let identity = Identity(kind: header & Header.identifierKind, identifier: identifier)
    return KeyPathComponent(owner: owner, identity: identity, captures: captures)
  }

  /// Reads a key path's components from the first byte to the last.
  private struct Reader {
    private var rest: UnsafeRawBufferPointer

    init(_ path: AnyKeyPath) {
      // Two words that every object has, and one for Objective-C; then the size, in a word of its own.
      let word = MemoryLayout<UInt>.size
      let object = UnsafeRawPointer(Unmanaged.passUnretained(path).toOpaque())
      let size = Int((object + 3 * word).load(as: UInt32.self) & 0x00FF_FFFF)
      rest = UnsafeRawBufferPointer(start: object + 4 * word, count: size)
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next value, at the next place that suits it; nil behind the end.
    mutating func load<Value: BitwiseCopyable>(_ type: Value.Type) -> Value? {
      guard let start = rest.baseAddress else { return nil }
      let padding = start.alignedUp(for: type) - start
      guard padding + MemoryLayout<Value>.size <= rest.count else { return nil }
      defer {
        rest = UnsafeRawBufferPointer(rebasing: rest[(padding + MemoryLayout<Value>.size)...])
      }
      return rest.load(fromByteOffset: padding, as: type)
    }

    /// The next bytes; nil behind the end.
    mutating func bytes(_ count: Int) -> [UInt8]? {
      guard (0...rest.count).contains(count) else { return nil }
      defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
      return Array(rest[..<count])
    }
  }
}

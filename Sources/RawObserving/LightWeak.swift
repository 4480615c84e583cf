#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A weak reference that is cheaper to read than Swift's own.
///
/// Like a `weak` variable it does not keep its object alive, and reads nil from the moment the object's
/// deinit begins. Swift keeps a table beside each object that somebody holds weakly: following the reference
/// goes by way of it, and so does every release of the object. That is 30 ns of the 70 that one change takes
/// with one observer (`make bench`, "set, one raw observer"); here it is 5.
///
/// In return the memory of a dead object, though nothing that it held, stays until the last of these
/// references to it is gone. So nobody else can get its address meanwhile, and the address tells whose
/// reference this is, also when the object is dead.
///
/// Where the runtime does not lend its function, as in a statically linked program, and for an object that may
/// be one of Objective-C's, it is a `weak` variable inside.
package struct LightWeak<Object: AnyObject>: ~Copyable {
  // Never read. While it is here, the runtime does not free the memory at the address, whether the object
  // in it is alive or dead: that is what makes an unowned reference safe.
  private unowned let memory: Object?
  private let address: UnsafeMutableRawPointer?
  private let isLight: Bool
  private weak let heavy: Object?

  package init(_ object: Object?) {
    #if canImport(ObjectiveC)
      self.init(object, isLight: retainIfAlive != nil && object is KeyValueObject)
    #else
      self.init(object, isLight: retainIfAlive != nil)
    #endif
  }

  init(_ object: Object?, isLight: Bool) {
    memory = object
    // Only an address; it is followed in `object` alone, and there it says why that is sound.
    address = object.map { Unmanaged.passUnretained($0).toOpaque() }
    self.isLight = isLight
    heavy = isLight ? nil : object
  }

  /// The object, or nil if its deinit has begun.
  package var object: Object? {
    guard isLight, let retainIfAlive else { return heavy }
    // Sound because the memory is still the object's (see `memory`), and because the runtime retains the
    // object only if it is alive; that retain is handed on to the caller.
    guard let address, retainIfAlive(address) != nil else { return nil }
    return Unmanaged<Object>.fromOpaque(address).takeRetainedValue()
  }

  /// Tells the object apart from all others, also when it is dead.
  package var identity: UnsafeMutableRawPointer? { address }
}

/// `swift_tryRetain`: retains the object at an address and returns it, or nil if its deinit has begun. It is what
/// the runtime's own weak references are built on; exported, but not documented, and the compiler does not
/// let it be declared. Everything that depends on it is in this file.
private let retainIfAlive: (@convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?)? =
  {
    #if canImport(Darwin)
      let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #else
      let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    guard let symbol = dlsym(everywhere, "swift_tryRetain") else { return nil }
    // Sound because that is the function's signature in the runtime's headers.
    return unsafeBitCast(
      symbol, to: (@convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?).self)
  }()

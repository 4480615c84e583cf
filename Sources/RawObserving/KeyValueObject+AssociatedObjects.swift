extension KeyValueObject {
  /// The object tied to this one's life under that name, made now if there is none.
  ///
  /// It is made once, even when two threads ask at the same time, and it is released in this object's
  /// deinit: after the deinit bodies of the subclasses, before leftovers are looked for. `make` runs
  /// under a lock and must not call out.
  final package func associatedObject<Object: AnyObject>(
    _ name: String, orMake make: () -> Object
  ) -> Object {
    let object = existingOrNewInfo.associatedObject(name, orMake: make)
    return object as! Object  // whoever asks under a name asks for the same class
  }
}

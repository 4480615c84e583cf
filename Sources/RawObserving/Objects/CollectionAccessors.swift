/// The methods of a class through which elements of one of its arrays are inserted, removed and replaced.
///
/// They decide what the array holds, and do not announce their change: the ``MutableArrayValue`` that calls them does.
/// So they write `_tracks.storedValue`, and other code changes the array through `mutableArray(\.$tracks)`. A method
/// that announces the change too calls the observers twice. On Apple's systems the accessors announce nothing either;
/// there, a hidden subclass overrides them when the key is observed.
public struct ArrayAccessors {
  @usableFromInline let insert: (KeyValueObject, Any, RangeSet<Int>) -> Void
  @usableFromInline let remove: (KeyValueObject, RangeSet<Int>) -> Void
  @usableFromInline let replace: (KeyValueObject, RangeSet<Int>, Any) -> Void

  /// Declares the methods, unbound: `ArrayAccessors(insert: Playlist.insert, remove: Playlist.remove)`. Without
  /// `replace`, a replacement removes and inserts the elements, and is announced as one change.
  public init<Object: KeyValueObject, Element>(
    insert: @escaping (Object) -> ([Element], RangeSet<Int>) -> Void,
    remove: @escaping (Object) -> (RangeSet<Int>) -> Void,
    replace: ((Object) -> (RangeSet<Int>, [Element]) -> Void)? = nil
  ) {
    self.insert = { insert(castOrTerminate($0))(castOrTerminate($1), $2) }
    self.remove = { remove(castOrTerminate($0))($1) }
    self.replace = { object, indexes, new in
      let object: Object = castOrTerminate(object)
      if let replace { return replace(object)(indexes, castOrTerminate(new)) }
      remove(object)(indexes)
      insert(object)(castOrTerminate(new), indexes)
    }
  }
}

/// The methods of a class through which members of one of its sets are added and removed. They decide what the set
/// holds; see ``ArrayAccessors``.
public struct SetAccessors {
  let add: (KeyValueObject, Any) -> Void
  let remove: (KeyValueObject, Any) -> Void

  /// Declares the methods, unbound: `SetAccessors(add: Playlist.addTags, remove: Playlist.removeTags)`.
  public init<Object: KeyValueObject, Element>(
    add: @escaping (Object) -> (Set<Element>) -> Void, remove: @escaping (Object) -> (Set<Element>) -> Void
  ) {
    self.add = { add(castOrTerminate($0))(castOrTerminate($1)) }
    self.remove = { remove(castOrTerminate($0))(castOrTerminate($1)) }
  }
}

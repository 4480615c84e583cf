public import RawObserving

/// Observing a property of each element of an array.
///
/// Key-value observing has no path through the elements of an array. These forms observe the array, and each element as long
/// as it is in it.
extension KVOController {
  /// Calls a closure for each change of a property of any element of an array, on the thread that makes the change.
  ///
  ///     controller.observe(album, each: \.$tracks, \.$title, options: .initial) { list, track, change in
  ///       list.titles[track.number] = change.value
  ///     }
  ///
  /// Elements that are inserted later are observed from then on, and those that are removed no longer are. With `.initial`
  /// the closure is called once for each element: before this function returns, and when an element is inserted. An
  /// element that is in the array twice is observed once.
  ///
  /// The closure is called before the set of the element's property returns, with no lock held. It is not called for a
  /// change of the array itself: observe `\.$tracks` for that, in another call.
  ///
  /// - Complexity: O(*n*) for each change of the array, where *n* is the number of its elements. A change of an element
  ///   costs what it costs without the array.
  ///
  /// - Parameters:
  ///   - object: the object that has the array; if it is nil, nothing is observed.
  ///   - elements: the array, `\.$tracks`, or a path to it from that object.
  ///   - property: the property, or the path to it, from an element.
  ///   - options: `.old` for the value before each change, and `.initial` for a call with the value of each element.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer, the element and the change.
  /// - Returns: a token that ends the observation of the array and of all elements. You can drop it.
  @discardableResult public func observe<Object: KeyValueObject, Element: KeyValueObject, Value>(
    _ object: Object?, each elements: KeyPath<Object, Property<[Element]>>,
    _ property: KeyPath<Element, Property<Value>>, options: ChangeOptions = [], file: StaticString = #fileID,
    line: UInt = #line, block: @escaping (_ observer: Observer, _ element: Element, _ change: Change<Value>) -> Void
  ) -> ObservationToken {
    let own = KVOController(observer: observer, retention: .lifetimeBound)
    let followed = Followed<Element> { element in
      own.observe(element, property, options: options, duplicates: .add, file: file, line: line, block: block)
    }
    // Not a closure for a `Sendable` object: it is what calls the closure of the caller.
    let follow: (Observer, Object, Change<[Element]>) -> Void = { _, _, change in followed.follow(change.value) }
    return observe(object, elements, options: .initial, duplicates: .add, file: file, line: line, block: follow)
  }

  /// Calls a closure for each change of a property of any `Sendable` element of an array, on whatever thread makes the
  /// change.
  ///
  ///     controller.observe(queue, each: \.$downloads, \.$receivedBytes) { log, download, change in
  ///       log.total.add(change.value, ordering: .relaxed)
  ///     }
  ///
  /// It is the same as for elements that are not `Sendable`, except that the closure belongs to no actor and captures only
  /// what is `Sendable`. The array belongs to one thread, as every property does.
  ///
  /// - Complexity: as for elements that are not `Sendable`.
  ///
  /// - Parameters:
  ///   - object: the object that has the array; if it is nil, nothing is observed.
  ///   - elements: the array, or a path to it from that object.
  ///   - property: the property, or the path to it, from an element.
  ///   - options: `.old` for the value before each change, and `.initial` for a call with the value of each element.
  ///   - file: the file of the call. Leave it out.
  ///   - line: the line of the call. Leave it out.
  ///   - block: called with the observer, the element and the change.
  /// - Returns: a token that ends the observation of the array and of all elements. You can drop it.
  @discardableResult public func observe<Object: KeyValueObject, Element: KeyValueObject & Sendable, Value>(
    _ object: Object?, each elements: KeyPath<Object, Property<[Element]>>,
    _ property: any KeyPath<Element, Property<Value>> & Sendable, options: ChangeOptions = [],
    file: StaticString = #fileID, line: UInt = #line,
    block: @escaping @Sendable (_ observer: Observer, _ element: Element, _ change: Change<Value>) -> Void
  ) -> ObservationToken {
    let property: KeyPath<Element, Property<Value>> = property
    let block: (Observer, Element, Change<Value>) -> Void = block
    return observe(object, each: elements, property, options: options, file: file, line: line, block: block)
  }
}

/// The elements of an array that are observed.
private final class Followed<Element: KeyValueObject> {
  private let observe: (Element) -> ObservationToken
  private var tokens: [ObjectIdentifier: ObservationToken] = [:]
  /// The number of the latest call. A handler may change the array again, inside a call.
  private var latest = 0

  init(_ observe: @escaping (Element) -> ObservationToken) { self.observe = observe }

  func follow(_ elements: [Element]) {
    latest += 1
    let mine = latest
    var gone = tokens
    for element in elements { gone[ObjectIdentifier(element)] = nil }
    for (element, token) in gone {
      tokens[element] = nil
      token.cancel()
    }
    for element in elements {
      let identity = ObjectIdentifier(element)
      // One that has ended belongs to a deallocated object at the same address.
      if tokens[identity]?.isActive == true { continue }
      let token = observe(element)
      // The initial call has changed the array, and the elements that it has now are observed.
      if latest != mine { return token.cancel() }
      tokens[identity] = token
    }
  }
}

public import RawObserving

/// What the chapter "Build a mediator" asks of a learner's file.
public protocol MediatorExercise {
  associatedtype Controller: MediatingController
}

/// Observes on behalf of one object, its observer. The observer owns its controller.
public protocol MediatingController: AnyObject, SendableMetatype {
  /// What is called for a change: with the observer, the observed object, and the change.
  typealias Handler = (_ observer: AnyObject, _ object: KeyValueObject, KeyValueChange) -> Void

  /// Creates a controller that observes on behalf of `observer`, and does not retain it.
  init(observer: AnyObject)

  /// Observes a key path of the object.
  func observe(
    _ object: KeyValueObject, _ keyPath: String, options: KeyValueObservingOptions, handler: @escaping Handler)

  /// Ends the observation of one key path of the object.
  func unobserve(_ object: KeyValueObject, _ keyPath: String)

  /// Ends every observation.
  func unobserveAll()
}

extension MediatingController {
  /// Observes a key path of the object, for an observer of a known type.
  public func observe<Observer: AnyObject, Object: KeyValueObject>(
    _ object: Object, _ keyPath: String, options: KeyValueObservingOptions = [],
    _ body: @escaping (_ observer: Observer, _ object: Object) -> Void
  ) {
    observe(object, keyPath, options: options) { observer, object, _ in
      guard let observer = observer as? Observer, let object = object as? Object else { return }
      body(observer, object)
    }
  }
}

/// A story that `scenarios play` draws with a learner's mediator.
public enum MediatorStory {
  /// A bar shows what a player loads, and is released while the player goes on.
  public static func play<Attempt: MediatorExercise>(_ attempt: Attempt.Type) {
    let player = SongPlayer()
    var bar: BufferBar<Attempt.Controller>? = BufferBar()
    bar?.show(player)
    player.buffered = 10
    print("the bar shows \(bar?.shown ?? [])")
    bar = nil
    player.buffered = 20
    print("registrations left: \(player.activeRegistrations.count)")
  }
}

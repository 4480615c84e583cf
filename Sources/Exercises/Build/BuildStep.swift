extension BuildStep {
  /// What the learner begins with: the solution of the step before.
  public var start: String { before?.step?.solution ?? "Lessons/Build/0-by-hand.swift" }

  /// The step before.
  public var before: Exercise? { number == 1 ? nil : Exercise.build[number - 2] }
}

extension Exercise {
  /// The chapter "Build a mediator": its steps in their order.
  public static let build: [Exercise] = [
    step(
      1, "closure", "A closure for each registration",
      task: "A controller observes on behalf of one object, its observer. This one has one handler for all that it "
        + "observes, so a change of one key path calls the handler of another. Write a small class that observes in "
        + "place of the controller. Each registration gets one object of that class, and the object keeps the "
        + "registration's handler.",
      failure: "the bar shows [\"10 %\"]: it shows [\"Red\"]",
      hints: [
        "The engine calls `observeValue` of an object. Which object could be a different one for each registration?",
        "Write `final class Observation: KeyValueObject`, which keeps a handler and calls it in `observeValue`. The "
          + "controller makes one for each registration, adds it as the observer, and retains it.",
        "`let observation = Observation { [weak observer] object, change in … }`, where the closure calls `handler` if "
          + "`observer` is not nil. Then `object.addObserver(observation, forKeyPath: keyPath, options: options)`.",
      ],
      proof: [
        "Two key paths of one player and one key path of two players each called their own handler.",
        "With one handler for a key path, the title of one player would have been shown as the other's.",
      ]),
    step(
      2, "token", "A token that removes once",
      task: "A second removal raises an exception. Let each observation know its object and its key path, and remove "
        + "itself once. A second call does nothing, even if it comes during the removal.",
      failure: "2: a bar is closed twice: an observer is removed that is not registered",
      hints: [
        "What does a removal need to know, and who can know whether it has been done?",
        "Give `Observation` a method `cancel()`. It keeps the observed object in an optional property, and nil means "
          + "that it is done.",
        "`guard let object else { return }`, then `self.object = nil`, then "
          + "`object.removeObserver(self, forKeyPath: keyPath)`. `unobserveAll` and `unobserve` call `cancel()`.",
      ],
      proof: [
        "A bar was closed twice and used again, and an observation was ended again during its removal.",
        "A second removal of one registration would have raised an exception.",
      ]),
    step(
      3, "owner", "The owner",
      task: "Nothing ends the observations of a bar that is released without being closed. End them when "
        + "the controller is deallocated.",
      failure: "3: a bar is released that was never closed: a change is delivered to a deallocated observer",
      hints: [
        "The bar owns its controller, and the controller owns the observations. What runs when the bar is released?",
        "A deinit in one class of yours is enough. Which class?",
        "`deinit { cancel() }` in `Observation`.",
      ],
      proof: [
        "A bar was released without being closed, and the player went on.",
        "A registration that was left would have been counted, or would have called a deallocated observer.",
      ]),
    step(
      4, "shared-observer", "One observer that is never deallocated",
      task: "A change can arrive while an observation is in its deinit. Let one object that is never deallocated "
        + "observe on behalf of all of them. It tells the observations apart by a number in the context. Threads share "
        + "that object, so guard it with a recursive lock.",
      failure: "4: a player changes while its observer is being removed: "
        + "a change is delivered to a deallocated observer",
      hints: [
        "In a deinit, weak references to the object are nil already, and the engine has one to each observer. Which "
          + "observer has no deinit that ever runs?",
        "`final class Mediator: KeyValueObject` with `static let shared`. It has a dictionary from numbers to "
          + "handlers, registers itself, and passes the number as the context, which comes back with each change. "
          + "`Observation` need not be a `KeyValueObject` any more.",
        "A number becomes a context by `UnsafeMutableRawPointer(bitPattern: number)`, and comes back by "
          + "`Int(bitPattern: context)`. Count with an `Atomic<Int>` of Synchronization. Hold an `NSRecursiveLock` of "
          + "Foundation in every method of the mediator. Forget the handler before you remove the registration. The "
          + "compiler cannot see that the lock guards the state: write `@unchecked Sendable`, and say so in a comment.",
      ],
      proof: [
        "A player changed in the middle of a removal, and four threads observed at the same time.",
        "An observer in its own deinit would have been called. One for each bar would have been counted.",
      ]),
    step(
      5, "record", "A record of what is observed",
      task: "A bar that appears twice is called twice for each change. Let the controller know what it observes, and "
        + "drop a request for what it observes already.",
      failure: "the bar shows [\"10 %\"]: it shows [\"10 %\", \"10 %\"]",
      hints: [
        "What do two requests have to share to count as the same?",
        "Keep the observations in a dictionary. Its key has the identity of the object and the key path.",
        "`struct Key: Hashable { let object: ObjectIdentifier; let keyPath: String }`, and in `observe`: "
          + "`if observations[key] != nil { return }`. Remove an entry when its observation is cancelled.",
      ],
      proof: [
        "A bar appeared twice, and showed each value of two players once.",
        "If only key paths were compared, the second player would have been taken for the first.",
      ]),
    step(
      6, "three-states", "Three states",
      task: "A handler unobserves inside the initial call. Neither your dictionary nor the engine knows the "
        + "observation yet, so nothing ends. Make it end.",
      failure: "the bar shows [\"100 %\"]: it shows [\"100 %\", \"0 %\"]",
      hints: [
        "In which order do these happen: the initial call, the end of `addObserver`, and the removal?",
        "Two states are not enough: \"not registered yet\" and \"not wanted any more\" differ. Give each observation "
          + "three. The initial call can only arrive if the observation is in its place before you add.",
        "`enum State { case initial, observing, notObserving }`. `cancel` sets the last one and removes only if it was "
          + "`observing`. After `addObserver`, `initial` becomes `observing`; if it is `notObserving`, remove.",
      ],
      proof: [
        "A bar stopped in its initial call, and no registration was left.",
        "An observation that is registered after it has ended would have shown the next value, 0 %.",
      ]),
    step(
      7, "calling-out", "No lock during a call",
      task: "A handler waits for another thread, and that thread waits for the mediator's lock. Hold the lock only "
        + "while you read or change data, never while you call anything. Guard the controller's dictionary, too: "
        + "from this step on, every method is safe from any thread.",
      failure: "the other thread is done within a second: it waits for a lock",
      hints: [
        "Which calls in your mediator run code that you do not know? Handlers are not the only ones.",
        "`addObserver` may make the initial call, `removeObserver` may be overridden, and releasing a handler may run "
          + "a deinit. Take what you need out under the lock, and use it after that.",
        "`let handler = lock.withLock { handlers[number] }`, then `handler?(object, change)`. In `observe`: store the "
          + "handler under the lock, add without it, look at the state under it, and remove without it if it is over.",
      ],
      proof: [
        "A handler waited for a thread that uses the mediator, and four threads shared a controller.",
        "If a lock were held during the call, both threads would have waited for each other.",
      ]),
    step(
      8, "both-lives", "Bound to both lives",
      task: "A player that observes itself is never released: it owns its controller, which owns the observation, "
        + "which retains the player. Try a weak reference first, and see why it is not enough. Then end the observation "
        + "when the observed object is deallocated: `setDeallocationHook(of:to:)` runs a closure in its deinit.",
      failure: "the player is deallocated: the player is still in memory",
      hints: [
        "With a weak reference, the deinit of the player runs. What does the weak reference read there?",
        "The closure of the hook receives the object, so it can remove the registration even though the weak reference "
          + "is nil. Set the hook before you add, and clear it if the observation ends earlier.",
        "In `Observation`: `object.setDeallocationHook(of: self) { object in self.end(object) }`. `end` removes the "
          + "registration from the object that the closure receives. The hook retains the observation, so let the "
          + "observation refer to the object weakly. If `cancel` finds nil, it drops the handler, and the hook removes "
          + "the registration.",
      ],
      proof: [
        "A player observed itself. Others went before their bar, and the bar showed players that came later.",
        "A strong reference would have kept the player, and a weak one alone leaves its registration.",
      ]),
  ]

  private static func step(
    _ number: Int, _ name: String, _ title: String, task: String, failure: String, hints: [String], proof: [String]
  ) -> Exercise {
    Exercise(
      "build-\(number)", lesson: 12, "Build \(number). \(title)", failure: failure, hints: hints, proof: proof,
      step: BuildStep(number: number, name: "\(number)-\(name)", task: task))
  }
}

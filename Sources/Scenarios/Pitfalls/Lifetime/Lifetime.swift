/// The pitfalls of lifetime: who dies first, who is never freed.
extension Pitfall {
  static let observedDiesFirst = Pitfall(
    "LIF-1", "observed-dies-first", "The observed object is deallocated before its observer is removed",
    frequency: .sometimes, symptoms: [.diesWhenObservedGoes],
    why: """
      A registration retains neither object. In the classic era, an object \
      raises an exception if it still has a registration when it is deallocated.
      """,
    fix: """
      Let the observer retain the observed object and remove itself \
      in deinit. Or observe through a controller, which does both.
      """,
    prediction: Prediction(
      """
      A view observes a clock, and no code removes the observer. The last reference to the \
      clock is released while the view still exists. What happens in the classic era, \
      under the strict rules of systems up to iOS 10?
      """,
      .right(
        "The process dies when the clock is deallocated.",
        "The clock's deinit finds a leftover registration, and raises an exception that lists it."),
      .wrong(
        "Nothing.",
        """
        A deallocated clock makes no changes, so a leftover registration seems harmless, and \
        later systems do remove it in silence. In the classic era the clock's deinit looks for \
        leftover registrations, and raises an exception if there are any.
        """),
      .wrong(
        "The clock stays in memory.",
        """
        Many subscriptions keep their source alive. A registration \
        retains neither the observer nor the observed object.
        """),
      .wrong(
        "The process dies later, when the view is deallocated.",
        """
        The view failed to remove itself, so you would expect the error in its deinit. But nothing \
        checks the view's registrations when it is deallocated. The check is in the clock's deinit.
        """)),
    change: .delete(#"deinit { clock.removeObserver(self, forKeyPath: "date") }"#),
    acts: ObservedDiesFirst.acts)

  static let observerDiesFirst = Pitfall(
    "LIF-3", "observer-dies-first", "The observer is deallocated without being removed",
    frequency: .sometimes, symptoms: [.diesWhenObserverGoes, .diesWhenChanged],
    why: """
      A registration does not retain its observer and outlives it, \
      so the next change is sent to an object that no longer exists.
      """,
    fix: """
      Let the observer retain the observed object and remove itself in deinit. Or observe \
      through a controller, which removes every registration when the observer is deallocated.
      """,
    prediction: Prediction(
      """
      A view observes a clock. The view is deallocated, and no code has removed it \
      as an observer. Then the clock is set. What happens in the classic era, \
      under the strict rules of systems up to iOS 10?
      """,
      .wrong(
        "Nothing.",
        """
        If the registration referred to the view weakly, the change would be skipped, as for a weak delegate. In the \
        current era such an observer is skipped too. In the classic era the change is sent all the same.
        """),
      .right(
        "The process dies when the clock is set.",
        """
        The change is sent to an object that no longer exists. \
        The deallocation of the view itself raises no exception.
        """),
      .wrong(
        "The process dies when the view is deallocated.",
        """
        The view fails to remove itself, so you would expect the error in its deinit. But only the \
        observed object's deinit looks for leftover registrations, and the clock still exists.
        """),
      .wrong(
        "The view is called.",
        "A subscription with a closure often retains what it calls. A registration retains neither object.")),
    change: .delete(#"deinit { clock.removeObserver(self, forKeyPath: "date") }"#),
    acts: ObserverDiesFirst.acts)

  static let observerInDeinit = Pitfall(
    "LIF-10", "observer-in-deinit", "Another thread notifies an observer that is already in deinit",
    frequency: .rare, symptoms: [.diesWhenObserverGoes, .diesWhenChanged],
    why: """
      The registration exists until the deinit removes it. If another thread makes a \
      change before that, the change is sent to an object that can no longer be retained.
      """,
    fix: """
      By hand, remove the observer before the last reference to it is released, on the thread that makes the changes. \
      A removal in deinit leaves a gap. A controller leaves none: it makes no call once the deinit has begun.
      """,
    prediction: Prediction(
      """
      A view removes itself as an observer in its deinit, but first it fades out. While it \
      fades out, another thread sets the observed clock. What does this engine do, by its \
      strictest rules?
      """,
      .wrong(
        "The view is called.",
        """
        The view's memory is valid until its deinit ends. But a call needs a strong reference to the view, \
        and an object in its deinit cannot be retained again: a weak reference to it already reads nil. On \
        systems up to iOS 10 the call is made all the same, and can crash at once or later.
        """),
      .wrong(
        "The set waits until the deinit is over, and then calls nothing.",
        """
        A lock could make the setter wait, and code that removes itself in deinit looks \
        as if it were safe. Nothing makes a set wait for a deinit on another thread.
        """),
      .wrong(
        "Nothing.",
        """
        It seems that an object in its deinit is no longer an observer, and in the current \
        era the call is skipped. In the classic era a registration counts until it is removed, \
        and the view removes itself only after it has faded out.
        """),
      .right(
        "The process dies at the set, on the other thread.",
        "The registration is still there, and its observer counts as deallocated once its deinit has begun.")),
    change: .delete("fadeOut()"),
    acts: ObserverInDeinit.acts)

  static let announcedByHand = Pitfall(
    "LIF-2", "announced-by-hand", "An object that announces a key by hand is deallocated while the key is observed",
    frequency: .rare, symptoms: [.diesWhenObservedGoes],
    why: """
      The check for leftover registrations is made only for an object of which at least one observed key \
      notifies automatically. If every observed key is announced by hand, nothing reports the missing removal.
      """,
    fix: """
      Remove the observer before the object is deallocated. Or observe through a controller: `kvoController` \
      retains the object, and `kvoControllerLifetimeBound` removes the registration when the object is deallocated.
      """,
    prediction: Prediction(
      """
      A download switches automatic notification off for `receivedBytes`, and \
      announces the changes itself with `willChangeValue` and `didChangeValue`. It is \
      deallocated while a progress bar observes it. What happens in the classic era, \
      under the strict rules of systems up to iOS 10?
      """,
      .wrong(
        "The process dies when the download is deallocated.",
        """
        This is right for a key that notifies automatically, so it is the obvious \
        guess. The check leaves out an object of which no such key is observed.
        """),
      .wrong(
        "The add has no effect, and nothing is lost.",
        """
        The name sounds as if observing were off. It stops only the announcements \
        that the setter makes; `addObserver` registers the bar as usual.
        """),
      .right(
        "Nothing is reported, and the registration is lost.",
        "No observed key notifies automatically, so nothing looks for the registration that is left.")),
    change: .double(#"download.addObserver(bar, forKeyPath: "receivedBytes")"#, 1, of: 3),
    acts: AnnouncedByHand.acts)

  static let lastRelease = Pitfall(
    "LIF-11", "last-release", "The last release happens inside a callback",
    frequency: .sometimes, symptoms: [.wrongThread],
    why: """
      A callback runs on the thread that makes the change, and a \
      deinit runs on the thread that releases the last reference.
      """,
    fix: """
      Release the last reference on the main thread, pass `on:` to the controller, or \
      give the class an isolated deinit. A controller without `on:` does not help.
      """,
    prediction: Prediction(
      """
      A desk holds the only reference to a window that observes a download. The network \
      thread sets the download. The window's callback removes the window as an observer \
      and sets the desk's reference to nil. On which thread does the window's deinit run?
      """,
      .wrong(
        "On main.",
        """
        The window was created on the main thread, and the engine does retain it during the call. But a \
        deinit runs on the thread that releases the last reference, unless the class has an isolated deinit. \
        The engine releases the window when the call returns, on the network thread.
        """),
      .right(
        "On the network thread.",
        "The callback runs on the thread that makes the change, and releases the last reference there."),
      .wrong(
        "On either thread, by chance.",
        """
        It is a race if the callback leaves the release to the main \
        thread. In this act only the network thread releases anything.
        """)),
    change: .delete("close()"),
    acts: LastRelease.acts)

  static let helperInDeinit = Pitfall(
    "LIF-12", "helper-in-deinit", "The lazy controller is first used in the observer's deinit",
    frequency: .rare, symptoms: [.neverCalled],
    why: """
      A weak reference to an object in its deinit is nil, so a controller \
      or helper that is created in the deinit has no observer to call.
      """,
    fix: """
      Use the controller before the deinit. A controller that is created in \
      the deinit observes nothing.
      """,
    prediction: Prediction(
      """
      A view's deinit is the first to use the view's lazy controller: it observes a clock with it, and \
      sets the clock. How many times is the view called, and which registrations are left on the clock?
      """, act: 3,
      .wrong(
        "Once, and none is left.",
        """
        The view exists until its deinit ends, and its stored properties can still be used, \
        so observing seems possible too. But the controller refers to the view weakly, \
        and that reference reads nil from the start of the deinit.
        """),
      .wrong(
        "The process dies in the deinit.",
        """
        Objective-C does abort when a weak reference to an object in its deinit is formed. \
        In Swift the weak reference reads nil, and the program goes on.
        """),
      .right(
        "Not at all, and none is left.",
        """
        A view in its deinit counts as gone, so the new controller has no observer, and registers nothing.
        """),
      .wrong(
        "Not at all, and one is left.",
        """
        No code seems to be left that could remove a registration made so late. A helper by hand would leave one, if \
        its own deinit did not remove it. The controller adds none, because it has no observer.
        """)),
    change: .delete("view.observeAndSet()"),
    acts: HelperInDeinit.acts)

  static let weakMiddle = Pitfall(
    "LIF-7", "weak-middle", "A weak property in the middle of a path becomes nil",
    frequency: .rare, symptoms: [.neverCalled, .noLongerCalled],
    why: """
      A weak property becomes nil because its object is deallocated, \
      not because it is set, so neither `willSet` nor `didSet` runs.
      """,
    fix: """
      Declare the property `@ObservedWeak`, which announces the deallocation. A controller does not help on its own.
      """,
    prediction: Prediction(
      """
      A platform refers weakly to a clock, and announces each set of that property. \
      A view observes `clock.date` of the platform, and shows 5. The last reference \
      to the clock is released. What do the platform and the view show now?
      """,
      .wrong(
        "The platform has no clock, and the view shows no clock.",
        """
        Every set is announced, and the property is now nil. But no code set it: the \
        reference became nil when the clock was deallocated, and no code of the platform ran.
        """),
      .right(
        "The platform has no clock, and the view shows 5.",
        "Nothing in the class of the platform runs when the weak reference becomes nil, so nothing is announced."),
      .wrong(
        "The platform has its clock, and the view shows 5.",
        "The engine is registered with the clock, so it might retain it. But a registration retains no object."),
      .wrong(
        "The process dies when the clock is deallocated.",
        """
        In the classic era, an object that is deallocated while it is observed does raise an \
        exception. But this clock is only a part of an observed path, which this engine's check \
        leaves out. Systems up to iOS 10 raised the exception.
        """)),
    change: .delete("clock = nil", 1, of: 3),
    acts: WeakMiddle.acts)

  static let forgetfulSelfObserver = Pitfall(
    "LIF-5", "forgetful-self-observer", "An object that observes itself does not remove itself",
    frequency: .rare, symptoms: [.diesWhenObservedGoes],
    why: """
      The object is deallocated while it has a registration. It \
      makes no difference that the object is its own observer.
      """,
    fix: """
      Remove the observer in the deinit of the class that added it. Or let the object \
      observe itself through `kvoControllerLifetimeBound`, which is bound to both lifetimes.
      """,
    prediction: Prediction(
      """
      A thermostat observes its own temperature and never removes itself. The \
      last reference to it is released. What happens in the classic era, \
      under the strict rules of systems up to iOS 10?
      """,
      .wrong(
        "Nothing.",
        """
        The registration seems to end with the thermostat: observer and observed object are \
        the same, so no call could be missed or come too late. But the check at deallocation \
        counts all registrations of the object, including its own.
        """),
      .right(
        "The process dies at the deallocation.",
        "This is LIF-1: the object is deallocated, and its observer was never removed."),
      .wrong(
        "The thermostat stays in memory.",
        """
        An object that refers to itself looks like a retain cycle. A registration \
        retains neither its observer nor the observed object, so there is none.
        """)),
    change: .delete(#"deinit { removeObserver(self, forKeyPath: "temperature") }"#),
    acts: ForgetfulSelfObserver.acts)

  static let capturedOwner = Pitfall(
    "LIF-9", "captured-owner", "The closure of a callback captures its owner strongly",
    frequency: .daily, symptoms: [.neverFreed, .calledAfterTheEnd],
    why: """
      The owner holds the observer or the controller, which holds \
      the closure, and the closure holds the owner: a retain cycle.
      """,
    fix: """
      Use the observer that is passed to the closure, or capture the \
      owner weakly. The controller cannot break the cycle for you.
      """,
    prediction: Prediction(
      """
      A view owns a small helper that observes a clock and calls a closure at each change. The closure calls \
      `self.show(…)` on the view. The last owner of the view releases it, and then the clock is set. What happens?
      """,
      .wrong(
        "Nothing is shown.",
        """
        Once the view is deallocated, the helper would remove itself in its deinit. But the helper's \
        closure holds the view, and the view holds the helper, so neither deinit runs.
        """),
      .wrong(
        "The process dies at the set.",
        """
        A raw registration does not retain its observer, so a dangling pointer is possible. \
        A closure is different: it captured `self` strongly, and keeps the view alive.
        """),
      .right(
        "The view shows the date.",
        "The closure captured `self`. View, helper and closure keep each other alive, and the observation goes on.")),
    change: .delete("self.show(clock.date)", 1, of: 2),
    acts: CapturedOwner.acts)
}

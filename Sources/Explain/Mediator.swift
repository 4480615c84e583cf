/// A library, or a part of the system, that registers on behalf of the app.
struct Mediator: Equatable {
  let name: String
  /// The words that tell it, in any case.
  let names: [String]
  /// How the search for the cause changes.
  let advice: String

  static func named(in words: Words) -> Mediator? { all.first { $0.names.contains(where: words.contains) } }

  /// The first one that is found decides.
  static let all = [
    Mediator(
      name: "FBKVOController", names: ["FBKVO", "KVOController"],
      advice:
        "The observer that Cocoa sees is the library's one shared object, and the context is its record. In the debugger, "
        + "while the record is alive, po (id)CONTEXT prints its key path and block, and po ((_FBKVOInfo *)CONTEXT)->_controller "
        + "the controller with its observer. In a log, search for the observe: call with the key path, and find out which "
        + "object owns its controller."),
    Mediator(
      name: "ReactiveCocoa",
      names: ["RACKVO", "RACObserv", "ReactiveCocoa", "ReactiveSwift", "ReactiveObjC", "RACPassthrough", "rac_"],
      advice:
        "The observer is the library's own object. Search for RACObserve, or values(forKeyPath:), with the key path, "
        + "and find out when the subscription is disposed of and on which thread."),
    Mediator(
      name: "RxSwift",
      names: ["RxCocoa", "RxSwift", "RXKVO", "KVOObservable", "rx_observe", "rx.observe", "observe(String.self"],
      advice: "The observer is the library's own object. Search for rx.observe with the key path. It follows strong "
        + "properties only; for a weak property use observeWeakly."),
    Mediator(
      name: "BlocksKit", names: ["_BKObserver", "bk_addObserver", "BlocksKit", "BKObserver"],
      advice: "The observer is the library's own object, which it keeps with the observed object. Search for "
        + "bk_addObserverForKeyPath with the key path."),
    Mediator(
      name: "RZDataBinding", names: ["RZDB", "rz_addTarget"],
      advice:
        "The observer is the library's own object. Look at the target that it calls, and when that is deallocated."),
    Mediator(
      name: "Realm", names: ["RealmSwift.", "RLMObservation", "SwiftUIKVO", "RLM:"],
      advice: "Realm implements key-value observing itself, for its objects. Check its release notes for your version."),
    Mediator(
      name: "Cocoa bindings",
      names: ["NSAutounbinder", "NSBinder", "NSEditableBinder", "NSKeyValueBinding", "NSBindingAdaptor"],
      advice:
        "The observer is the one that Cocoa bindings make. Look for the binding with that key path, in the nib or in "
        + "bind(_:to:withKeyPath:options:)."),
    Mediator(
      name: "Combine", names: ["KVOSubscription", "NSObject.KeyValueObservingPublisher"],
      advice:
        "The observer belongs to Combine's publisher(for:). Search for it with the key path, and look at what keeps "
        + "its cancellable."),
    Mediator(
      name: "PMKVObserver", names: ["PMKVObserver"],
      advice: "The observer is the library's own object. Search for its initialiser with the key path."),
    Mediator(
      name: "a crash guard",
      names: [
        "KVOCrash", "KVOSafe", "JJException", "JJObserverContainer", "KVOObjectContainer", "hookAddObserver",
        "hookRemoveObserver", "LSSafeProtector",
      ],
      advice:
        "This library replaces addObserver and removeObserver, and keeps its own list of registrations. Switch its guard "
        + "for KVO off, and see whether the failure stays: its list can be what is wrong."),
    Mediator(
      name: "another observing library",
      names: [
        "MTKObserver", "MAKVO", "KVOBlock", "BlockObserver", "AMBlockToken", "SPKVO", "THObserver", "LKObserver",
        "KVOMVVM", "KVODelegate", "KVOProxy", "YYKVO", "_YYNSObjectKVO", "XMKVO", "ACSKVO",
        "AVKVO", "KVOBlockBinding", "RFKVO", "SKVObserver", "CKKVO", "NSObject+KVOBlocks", "ReactiveKit",
        "JMKVO", "EXTKeyPath", "Block-KVO", "KVOHelper",
      ],
      advice: "The observer is an object of the library's. Look for the library's call with the key path."),
    Mediator(
      name: "Swift's observe(_:options:changeHandler:)",
      names: [
        "_NSKeyValueObservation ", "_NSKeyValueObservation:", "NSKeyValueObservation.", "_KeyValueCodingAndObserving",
        "NSKeyValueObservation)",
      ],
      advice:
        "The observer is behind a token. Search for observe(\\.…) with the key path, and look at what owns the token."),
  ]
}

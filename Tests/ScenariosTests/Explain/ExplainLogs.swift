import Foundation
import Testing

@testable import Explain
@testable import Scenarios

/// The logs of the tests, and what each is. The files hold nothing but the logs.
enum ExplainLogs {
  /// Reports from public threads, with the names of what the threads established. What the index of these logs says
  /// cannot be read from the text alone is in `unreadable`.
  static let real: [String: [String]] = [
    "afhttpsessionoperation-7": ["operation-states"],
    "afnetworking-3580": ["observer-died"],
    "afnetworking-3848": ["observed-died-observed"],
    "blockskit-234": ["mediator-involved", "cannot-tell"],
    "calayer-nsexpression": ["typed-key-path-not-objc", "cannot-tell"],
    "cappuccino-1501": ["collection-observed"],
    "dbdebugtoolkit-10": ["remove-unregistered"],
    "defaults-161": ["other-thread-or-isolation", "cannot-tell"],
    "element-ios-452": ["unhandled-callback"],
    "instabug-125": ["cannot-tell"],
    "ioctocat-314": ["not-kvo"],
    "ioshierarchyviewer-24": ["reentrancy"],
    "jjexception-8": ["kvc-noncompliant-observed", "unknown-key"],
    "jsqmessages-379": ["remove-unregistered"],
    "kaprogresslabel-16": ["observed-died-observed"],
    "kvocontroller-46": ["mediator-involved", "not-kvo"],
    "marqueelabel-24": ["not-kvo"],
    "mlpautocomplete-110": ["observed-died-observed"],
    "mmplayerview-98": ["observer-died"],
    "mux-34": ["remove-unregistered", "other-thread-or-isolation"],
    "neeva-4243": ["cannot-tell"],
    "openradar-18349647": ["other-thread-or-isolation"],
    "openradar-34307466": ["reentrancy", "remove-unregistered"],
    "openradar-35027212": ["observed-died-observed"],
    "pbjvision-313": ["path-object-swapped-silently"],
    "philz-geometry": ["not-kvo", "other-thread-or-isolation"],
    "ponydebugger-27": ["unhandled-callback"],
    "reactivecocoa-1122": ["observer-died", "other-thread-or-isolation", "mediator-involved"],
    "reactivecocoa-3329": ["remove-unregistered", "mediator-involved"],
    "realm-7131": ["double-remove", "remove-unregistered", "mediator-involved"],
    "revenuecat-2008": ["other-thread-or-isolation"],
    "rmmapper-10": ["not-kvo"],
    "rnwebview-3025": ["observer-died"],
    "rxswift-1478": ["userdefaults-key", "mediator-involved"],
    "sketch-measure-80": ["path-object-swapped-silently", "mediator-involved"],
    "sparkle-1293": ["observed-died-observed"],
    "swifthttp-148": ["operation-states"],
    "usabilla-254": ["not-kvo"],
    "wordpress-8801": ["remove-unregistered"],
    "xlpagertabstrip-127": ["observed-died-observed"],
  ]

  /// Logs in the forms in which people paste them, written for these tests. The first name has to be found; each
  /// further one has to be found or named as possible.
  ///
  /// Where the words of three newer logs are from: `observer-gone` has the form of WeiboX issue 2656. The reason in
  /// `empty-key-path` is the one that published crash demonstrations quote, and its functions are those of public
  /// reconstructions of Foundation. The reason in `operation-observers` is in decompiled code of Foundation; no public log
  /// of it was found.
  static let own: [String: [String]] = [
    "abort-alone": ["cannot-tell"],
    "lock-taken-twice": ["reentrancy"],
    "addresses-alone": ["cannot-tell"],
    "announcing-title": ["cannot-tell"],
    "autolayout-in-callback": ["other-thread-or-isolation"],
    "autolayout-thread": ["not-kvo"],
    "callback-uses-freed": ["cannot-tell", "mediator-involved"],
    "cell-reuse-words": ["cannot-tell"],
    "class-pair": ["no-notifying-class"],
    "combine-recursion": ["reentrancy"],
    "controller-title": ["cannot-tell", "mediator-involved"],
    "crash-report-with-waiting-threads": ["not-kvo"],
    "crashlytics-text": ["observer-died"],
    "csv-service": ["observed-died-observed", "mediator-involved"],
    "dealloc-below-kvo-class": ["not-kvo"],
    "deallocated-cut": ["observed-died-observed"],
    "defaults-console": ["userdefaults-key"],
    "defaults-notification": ["not-kvo"],
    "empty-key-path": ["wrong-arguments"],
    "exception-deep-in-callback": ["not-kvo"],
    "exception-with-defaults": ["not-kvo"],
    "exclusivity-alone": ["not-kvo"],
    "exclusivity-context": ["reentrancy"],
    "exclusivity-one-line": ["reentrancy"],
    "fbkvo-assert": ["wrong-arguments", "mediator-involved"],
    "getter-raises": ["not-kvo"],
    "gnustep-removal": ["remove-unregistered"],
    "inspectable": ["not-kvo"],
    "ips-json": ["observed-died-observed"],
    "json-key": ["not-kvo"],
    "key-path-observed": ["typed-key-path-not-objc"],
    "key-path-predicate": ["not-kvo"],
    "key-read-while-registering": ["kvc-noncompliant-observed"],
    "leak": ["retain-cycle", "mediator-involved"],
    "leaked-log": ["observed-died-observed"],
    "main-thread-checker": ["other-thread-or-isolation"],
    "mediator-registering": ["cannot-tell", "mediator-involved"],
    "nested-callbacks-exception": ["not-kvo"],
    "nib": ["not-kvo"],
    "nib-with-stack": ["not-kvo"],
    "no-addresses": ["remove-unregistered"],
    "not-handled-by-block": ["observer-died", "unhandled-callback"],
    "not-handled-by-getter": ["observer-died", "unhandled-callback"],
    "not-handled-frames": ["unhandled-callback"],
    "not-handled-title": ["unhandled-callback"],
    "notification-center": ["not-kvo"],
    "notification-register": ["not-kvo"],
    "observable-crash": ["not-kvo"],
    "observer-gone": ["observed-died-observed"],
    "operation-observers": ["too-many-observers"],
    "operation-start": ["operation-states"],
    "plain-crash": ["not-kvo"],
    "queue-owned": ["reentrancy"],
    "readonly": ["kvc-noncompliant-observed"],
    "realm": ["cannot-tell", "mediator-involved"],
    "recursion-in-words": ["reentrancy"],
    "removal-of-freed": ["cannot-tell"],
    "removal-without-words": ["remove-unregistered"],
    "selector-callback": ["observer-died"],
    "selector-in-delivery": ["observer-died"],
    "selector-notifying-class": ["not-kvo"],
    "set-mutation": ["kvc-noncompliant-observed"],
    "set-observed": ["collection-observed"],
    "setter-of-freed-observer": ["observer-died"],
    "sigabrt-report": ["not-kvo"],
    "swift-token-removed-by-hand": ["remove-unregistered"],
    "swift6-callback": ["other-thread-or-isolation"],
    "swiftui-publish": ["not-kvo"],
    "threads-swap-path": ["path-object-swapped-silently"],
    "tsan": ["other-thread-or-isolation"],
    "tsan-elsewhere": ["not-kvo"],
    "two-method-recursion": ["reentrancy"],
    "unwrap-alone": ["not-kvo"],
    "unwrap-in-callback": ["not-kvo"],
    "watchdog-no-kvo": ["not-kvo"],
    "wrong-context": ["remove-unregistered"],
    "zombie-alone": ["cannot-tell"],
    "zombie-callback": ["observer-died"],
    "zombie-observed-class": ["cannot-tell"],
    "zombie-release-elsewhere": ["not-kvo"],
  ]

  /// What no text says: which removal was the second one, on which thread, and what happened before.
  static let unreadable: [String: [String]] = [
    "realm-7131": ["double-remove"], "mux-34": ["other-thread-or-isolation"],
    "reactivecocoa-1122": ["other-thread-or-isolation"], "openradar-34307466": ["reentrancy"],
    // Two lines, with no frame below the message: a race can be named as possible, no more.
    "openradar-18349647": ["other-thread-or-isolation"],
    // That it is a matter of isolation is said in words; the kind is one of observing.
    "philz-geometry": ["other-thread-or-isolation"],
    // The name of the key error belongs to the kind that is found.
    "jjexception-8": ["unknown-key"],
  ]

  static func text(_ folder: String, _ name: String) throws -> String {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Logs/\(folder)/\(name).log")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// Every log, with its folder.
  static var all: [(folder: String, name: String)] {
    real.keys.sorted().map { ("real", $0) } + own.keys.sorted().map { ("own", $0) }
      + ExplainFurtherLogs.all.keys.sorted().map { ("real2", $0) }
  }
}

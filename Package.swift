// swift-tools-version: 6.3

import PackageDescription

/// The language settings every target shares.
var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Continuous integration sets this; at a learner's desk a warning stays a warning.
if Context.environment["WARNINGS_AS_ERRORS"] != nil {
  settings.append(.treatAllWarnings(as: .error))
}

// For builds whose tests are to meet rare orders of threads: see Tests/TestSupport/ScheduleShaker.swift.
if Context.environment["SHAKE_SCHEDULE"] != nil {
  settings.append(.define("SHAKE_SCHEDULE"))
}

/// The chapter "Build a mediator": its steps, each with a page, and with the mediator so far.
let steps = [
  "0-by-hand", "1-closure", "2-token", "3-owner", "4-shared-observer", "5-record", "6-three-states", "7-calling-out",
  "8-both-lives",
]

let package = Package(
  name: "RawBesideManaged",
  // The two libraries are for all of these. The programs and the tests start other programs, so they build on macOS and
  // Linux alone: on another platform, choose the scheme of a library.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "RawObserving", targets: ["RawObserving"]),
    .library(name: "ManagedObserving", targets: ["ManagedObserving"]),
    .executable(name: "scenarios", targets: ["Program"]),
    .executable(name: "workbench", targets: ["Workbench"]),
    .executable(name: "benchmarks", targets: ["Benchmarks"]),
  ],
  targets: [
    .target(name: "RawObserving", swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "ManagedObserving", dependencies: ["RawObserving"], swiftSettings: settings + [.strictMemorySafety()]),
    .target(name: "Console", swiftSettings: settings),
    .target(
      name: "Recording", dependencies: ["Console", "RawObserving", "ManagedObserving"], exclude: ["README.md"],
      swiftSettings: settings),
    .target(
      name: "Scenarios", dependencies: ["Console", "RawObserving", "ManagedObserving", "Recording"],
      exclude: ["Report/schema.json"], swiftSettings: settings),
    .executableTarget(
      name: "Program", dependencies: ["Console", "RawObserving", "ManagedObserving", "Scenarios"],
      swiftSettings: settings),
    // Behind them: what the other verbs need.
    .target(name: "Marking", dependencies: ["Console", "Recording"], swiftSettings: settings),
    .target(
      name: "Pictures", dependencies: ["Console", "RawObserving", "ManagedObserving", "Recording", "Marking", "Scenarios"],
      exclude: ["Play/schema.json"],
      resources: ["viewer.html", "viewer.css", "viewer.js", "colours.css"].map { .embedInCode("Page/\($0)") },
      swiftSettings: settings),
    .target(name: "Exercises", dependencies: ["RawObserving", "ManagedObserving"], swiftSettings: settings),
    .target(
      name: "Course",
      dependencies: [
        "Console", "RawObserving", "ManagedObserving", "Recording", "Marking", "Scenarios", "Exercises", "Pictures",
      ],
      resources: ["html", "css"].map { .embedInCode("Page/questions.\($0)") }, swiftSettings: settings),
    .target(
      name: "Orders",
      dependencies: [
        "Console", "RawObserving", "ManagedObserving", "Recording", "Marking", "Scenarios", "Pictures",
      ],
      resources: ["html", "css", "js"].map { .embedInCode("Page/orders.\($0)") }, swiftSettings: settings),
    .target(name: "Explain", dependencies: ["Console"], swiftSettings: settings),
    .executableTarget(
      name: "Workbench",
      dependencies: [
        "Console", "RawObserving", "ManagedObserving", "Recording", "Marking", "Scenarios", "Exercises", "Pictures", "Orders",
        "Course", "Explain",
      ], swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks", dependencies: ["Console", "RawObserving", "ManagedObserving"],
      exclude: ["README.md", "schema.json"],
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["RawObserving"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "RawObservingTests", dependencies: ["RawObserving", "TestSupport"], exclude: ["Conformance/Programs"],
      swiftSettings: settings),
    .testTarget(
      name: "ManagedObservingTests",
      dependencies: ["ManagedObserving", "RawObserving", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MainActorByDefaultTests", dependencies: ["ManagedObserving", "RawObserving", "TestSupport"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "PicturesTests", dependencies: ["Recording", "Marking", "Pictures", "RawObserving", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "Workbench", "Course", "Orders", "Pictures", "Marking", "Recording", "Scenarios", "Console", "Exercises", "Explain",
        "ManagedObserving", "RawObserving", "TestSupport",
      ],
      exclude: ["Explain/Logs"], swiftSettings: settings),
    .testTarget(
      name: "BenchmarksTests", dependencies: ["Benchmarks", "Console", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ConsoleTests", dependencies: ["Workbench", "Console", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "LessonsTests",
      dependencies: [
        "Workbench", "Course", "Orders", "Pictures", "Recording", "Scenarios", "Console", "Exercises", "Explain", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "BuildTests", dependencies: ["BuiltMediator", "Exercises", "RawObserving", "TestSupport"],
      swiftSettings: settings),
    // The mediator that readers build, for the tests of its threads.
    .target(
      name: "BuiltMediator", dependencies: ["Exercises", "RawObserving"], path: "Lessons/Build",
      exclude: ["README.md"] + steps.dropLast().map { "\($0).swift" } + steps.dropFirst().map { "\($0).md" },
      sources: ["\(steps[8]).swift"], swiftSettings: settings),
    .testTarget(
      name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "AppleTests", dependencies: ["RawObserving", "TestSupport"], exclude: ["not-asserted.md"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// For builds with a sanitizer, which need the tests of the libraries alone, and those of the mediator that
// readers build: see Scripts.
if Context.environment["LIBRARIES_ALONE"] != nil {
  let kept = [
    "RawObserving", "ManagedObserving", "Exercises", "BuiltMediator", "TestSupport", "RawObservingTests",
    "ManagedObservingTests", "BuildTests",
  ]
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !kept.contains($0.name) }
}

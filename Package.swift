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

/// The pitfalls, the classes that they observe, the naive mediator, and the list of them all, in Sources/Scenarios.
let programs = ["Catalogue.swift", "Pitfalls", "Domain", "Naive"]

let package = Package(
  name: "RawBesideManaged",
  // The two libraries are for all of these. The programs and the tests start other programs, so they build on macOS and
  // Linux alone: on another platform, choose the scheme of a library.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "RawObserving", targets: ["RawObserving"]),
    .library(name: "ManagedObserving", targets: ["ManagedObserving"]),
    .executable(name: "scenarios", targets: ["ScenariosProgram"]),
    .executable(name: "workbench", targets: ["WorkbenchProgram"]),
    .executable(name: "book", targets: ["BookProgram"]),
    .executable(name: "benchmarks", targets: ["Benchmarks"]),
  ],
  targets: [
    .target(name: "RawObserving", swiftSettings: [.strictMemorySafety()]),
    .target(name: "ManagedObserving", dependencies: ["RawObserving"], swiftSettings: [.strictMemorySafety()]),
    .target(name: "Console"),
    .target(
      name: "Recording", dependencies: ["Console", "RawObserving", "ManagedObserving"], exclude: ["README.md"]),
    // One folder, in two modules: a new pitfall compiles the second one alone.
    .target(
      name: "Harness", dependencies: ["Console", "RawObserving", "ManagedObserving", "Recording"],
      path: "Sources/Scenarios", exclude: ["Report/schema.json"] + programs, sources: ["Harness", "Report"]),
    .target(
      name: "Scenarios", dependencies: ["RawObserving", "ManagedObserving", "Harness"],
      path: "Sources/Scenarios", exclude: ["Harness", "Report"], sources: programs),
    // Behind them: what the other verbs need.
    .target(name: "Marking", dependencies: ["Console", "Recording"]),
    .target(
      name: "Pictures",
      dependencies: ["Console", "RawObserving", "Recording", "Marking", "Harness"],
      exclude: ["Play/schema.json"],
      resources: ["viewer.html", "viewer.css", "viewer.js", "colours.css"].map { .embedInCode("Page/\($0)") }),
    .target(name: "Exercises", dependencies: ["RawObserving", "ManagedObserving"]),
    .target(
      name: "Course",
      dependencies: [
        "Console", "RawObserving", "Recording", "Marking", "Harness", "Exercises", "Pictures",
      ],
      resources: ["html", "css"].map { .embedInCode("Page/questions.\($0)") }),
    .target(
      name: "Orders",
      dependencies: [
        "Console", "RawObserving", "ManagedObserving", "Recording", "Marking", "Harness", "Pictures",
      ],
      exclude: ["schema.json"],
      resources: ["html", "css", "js"].map { .embedInCode("Page/orders.\($0)") }),
    .target(name: "Explain", dependencies: ["Console"]),
    .target(name: "Review", dependencies: ["Console"]),
    .target(
      name: "Workbench",
      dependencies: [
        "Console", "RawObserving", "ManagedObserving", "Recording", "Harness", "Pictures",
        "Orders", "Course", "Explain", "Review",
      ]),
    .target(
      name: "Book",
      dependencies: [
        "Console", "RawObserving", "Recording", "Harness", "Exercises", "Pictures", "Orders", "Course", "Explain",
        "Review",
      ]),
    // The programs, which put the pitfalls beside what shows them: `scenarios` for the pitfalls, `workbench` for every
    // verb, and `book`, the maker of the pages.
    .executableTarget(
      name: "ScenariosProgram", dependencies: ["Console", "ManagedObserving", "Harness", "Scenarios"],
      path: "Sources/Programs/Scenarios"),
    .executableTarget(
      name: "WorkbenchProgram",
      dependencies: ["Console", "ManagedObserving", "Course", "Workbench", "Scenarios"],
      path: "Sources/Programs/Workbench"),
    .executableTarget(
      name: "BookProgram", dependencies: ["Console", "Book", "Scenarios"], path: "Sources/Programs/Book"),
    .executableTarget(
      name: "Benchmarks", dependencies: ["Console", "RawObserving", "ManagedObserving"],
      exclude: ["README.md", "schema.json"]),
    .target(name: "TestSupport", dependencies: ["Console", "RawObserving"], path: "Tests/TestSupport"),
    // For the tests that run the program with every verb.
    .target(
      name: "ProgramSupport", dependencies: ["RawObserving", "Recording", "Harness", "TestSupport"],
      path: "Tests/ProgramSupport"),
    .testTarget(
      name: "RawObservingTests", dependencies: ["RawObserving", "TestSupport"], exclude: ["Conformance/Programs"]),
    .testTarget(
      name: "ManagedObservingTests", dependencies: ["ManagedObserving", "RawObserving", "TestSupport"]),
    .testTarget(
      name: "MainActorByDefaultTests", dependencies: ["ManagedObserving", "RawObserving", "TestSupport"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(name: "ConsoleTests", dependencies: ["Console", "ProgramSupport", "TestSupport"]),
    .testTarget(
      name: "RecordingTests",
      dependencies: ["Recording", "Harness", "RawObserving", "ProgramSupport", "TestSupport"]),
    .testTarget(
      name: "ScenariosTests",
      dependencies: ["Console", "Harness", "Scenarios", "RawObserving", "ProgramSupport", "TestSupport"]),
    .testTarget(name: "MarkingTests", dependencies: ["Console", "Marking", "ProgramSupport", "TestSupport"]),
    .testTarget(
      name: "PicturesTests",
      dependencies: [
        "Console", "Recording", "Marking", "Harness", "Pictures", "RawObserving", "ProgramSupport", "TestSupport",
      ]),
    .testTarget(
      name: "CourseTests",
      dependencies: [
        "Console", "Recording", "Harness", "Exercises", "Course", "RawObserving", "ProgramSupport",
        "TestSupport",
      ]),
    .testTarget(
      name: "OrdersTests",
      dependencies: ["Harness", "Marking", "Orders", "RawObserving", "ProgramSupport", "TestSupport"]),
    .testTarget(
      name: "ExplainTests",
      dependencies: ["Harness", "Explain", "Workbench", "ProgramSupport", "TestSupport"],
      exclude: ["Logs"]),
    .testTarget(
      name: "ReviewTests", dependencies: ["Harness", "Review", "ProgramSupport", "TestSupport"],
      exclude: ["Sources", "pinned.txt"]),
    .testTarget(
      name: "WorkbenchTests",
      dependencies: ["Console", "Harness", "Workbench", "RawObserving", "ProgramSupport", "TestSupport"]),
    .testTarget(
      name: "LessonsTests",
      dependencies: [
        "Book", "Console", "Recording", "Harness", "Pictures", "Exercises", "Course", "Orders",
        "Workbench", "ProgramSupport", "TestSupport",
      ]),
    .testTarget(name: "BenchmarksTests", dependencies: ["Benchmarks", "Console", "TestSupport"]),
    .testTarget(name: "BuildTests", dependencies: ["BuiltMediator", "Exercises", "RawObserving", "TestSupport"]),
    // The mediator that readers build, for the tests of its threads.
    .target(
      name: "BuiltMediator", dependencies: ["Exercises", "RawObserving"], path: "Lessons/Build",
      exclude: ["README.md"] + steps.dropLast().map { "\($0).swift" } + steps.dropFirst().map { "\($0).md" },
      sources: ["\(steps[8]).swift"]),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
    .testTarget(name: "AppleTests", dependencies: ["RawObserving", "TestSupport"], exclude: ["not-asserted.md"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets { target.swiftSettings = settings + (target.swiftSettings ?? []) }

// In a release build of .ci/run what prints, draws and compiles is not optimized: that takes half of its time, and
// what is looked at there is whether the engine, the mediator, the acts and the orders do the same.
if Context.environment["OPTIMIZED"] == "engine" {
  let plain = ["Console", "Marking", "Pictures", "Exercises", "Course", "Explain", "Review", "Workbench", "Book"]
  for target in package.targets where plain.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
}

// For builds with a sanitizer, which need the tests of the libraries alone, and those of the mediator that
// readers build: see Scripts. With "changes", of the libraries' tests only those of changes that overlap or are held, and
// with "threads" those on threads.
if let alone = Context.environment["LIBRARIES_ALONE"] {
  var kept = [
    "RawObserving", "ManagedObserving", "Console", "TestSupport", "RawObservingTests", "ManagedObservingTests",
  ]
  let fixtures = ["Fixtures", "TrackList", "Watched", "Threads/Threads"]
  var sources: [String: [String]] = [:]
  switch alone {
  case "changes":
    let changes = ["Drawer", "OverlappingAccessTests", "NoOverlappingAccessTests", "HeldAcrossAwaitTests"]
    sources = [
      "RawObservingTests": fixtures + changes.map { "Changes/\($0)" },
      "ManagedObservingTests": ["Watched", "Threads", "HeldAcrossAwaitTests"],
    ]
  case "threads":
    sources = [
      "RawObservingTests": fixtures + [
        "Threads/ThreadTests", "Threads/StressThreadTests", "Weak/ObservedWeakThreadTests", "Weak/Desk",
      ],
      "ManagedObservingTests": ["Fixtures", "Watched", "Threads", "ReleaseThreadTests", "Sound/SoundFixtures"]
        + ["Race", "ObservationRace", "MirrorRace", "StressRace"].map { "\($0)Tests" }
        + ["ForeignEndRaceTests", "ForeignEndThreadTests"].map { "Sound/\($0)" },
    ]
    kept += ["Exercises", "BuiltMediator", "BuildTests"]
  default: kept += ["Exercises", "BuiltMediator", "BuildTests"]
  }
  for target in package.targets { target.sources = sources[target.name]?.map { "\($0).swift" } ?? target.sources }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !kept.contains($0.name) }
}

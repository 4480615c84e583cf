/// What a pitfall is about: the letters of its id.
package enum Area: String, CaseIterable, Sendable {
  case registration = "REG"
  case removal = "REM"
  case lifetime = "LIF"
  case contexts = "CTX"
  case threads = "THR"
  case mediator = "MED"
  case options = "OPT"
  case keyPaths = "KEY"
  case dependencies = "DEP"
  case collections = "COL"
  case today = "MOD"

  package var title: String {
    switch self {
    case .registration: "registration: adding, and being called for it"
    case .removal: "removal"
    case .lifetime: "lifetime: who dies first, who is never freed"
    case .contexts: "contexts, and one method for all callbacks"
    case .threads: "threads and reentrancy"
    case .mediator: "the mediator's own hazards"
    case .options: "options, and what a change tells"
    case .keyPaths: "keys and key paths, and what a class has to do for them"
    case .dependencies: "keys that depend on other keys"
    case .collections: "collections: arrays and sets"
    case .today: "today's own tools: Observation, tokens, asynchronous sequences"
    }
  }

  /// The folder of its scenarios: a name in `Pitfalls`.
  var folder: String {
    switch self {
    case .registration: "Registration"
    case .removal: "Removal"
    case .lifetime: "Lifetime"
    case .contexts: "Contexts"
    case .threads: "Threads"
    case .mediator: "Mediator"
    case .options: "Options"
    case .keyPaths: "KeyPaths"
    case .dependencies: "Dependencies"
    case .collections: "Collections"
    case .today: "Today"
    }
  }
}

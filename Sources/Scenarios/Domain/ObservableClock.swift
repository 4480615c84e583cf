import Observation

// snippet.clock
/// The clock, written for Swift's Observation. It belongs to the main actor, as the models of views do in most apps.
@MainActor
@Observable
final class ObservableClock {
  var date = 0
}
// snippet.end

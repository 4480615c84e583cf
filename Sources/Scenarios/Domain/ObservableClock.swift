import Observation

// snippet.clock
/// The clock once more, as it is written for the toolchain's own observation. It belongs to the main actor, as
/// what a screen shows does in most apps.
@MainActor
@Observable
final class ObservableClock {
  var date = 0
}
// snippet.end

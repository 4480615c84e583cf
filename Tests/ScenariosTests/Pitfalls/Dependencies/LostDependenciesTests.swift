import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("DEP-2 lost dependencies", .watched)
struct LostDependenciesTests {
  @Test("computed keys that are not added to those of super take these away by name as well")
  func computedKeys() async {
    let remix = KeylessRemix()
    #expect(heard(of: remix) { remix.title = "Naima" } == 0)
    await #expect(processExitsWith: .signal(SIGABRT)) {
      _ = KeylessRemix().value(forKey: "line")
    }
  }

  private func heard(of remix: Track, while body: () -> Void) -> Int {
    let view = Recorder()
    remix.addObserver(view, forKeyPath: "line")
    body()
    remix.removeObserver(view, forKeyPath: "line")
    return view.changes.count
  }
}

private class Remix: Track {
  @Observed var remixer = ""
}

private final class KeylessRemix: Remix {
  override class var computedKeys: [ComputedKey] { [] }
}

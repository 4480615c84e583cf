import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("DEP-2 lost dependencies", .watched)
struct LostDependenciesTests {
  @Test("the inherited inputs of the key are gone, its own is there")
  func forgetful() {
    let remix = ForgetfulRemix()
    #expect(ForgetfulRemix.keyPathsForValuesAffectingValue(forKey: "line") == ["remixer"])
    #expect(heard(of: remix) { remix.title = "Naima" } == 0)
    #expect(heard(of: remix) { remix.remixer = "Ana" } == 1)
  }

  @Test("managed: the controller registers for what the class declares, and hears no more")
  func managed() {
    let remix = ForgetfulRemix()
    let view = Recorder()
    view.kvoController.observe(remix, keyPath: "line", context: nil)
    remix.title = "Naima"
    #expect(view.changes.isEmpty)
    remix.remixer = "Ana"
    #expect(view.changes.count == 1)
  }

  @Test("added to what super says, all of them are heard")
  func careful() {
    let remix = CarefulRemix()
    #expect(heard(of: remix) { remix.title = "Naima" } == 1)
    #expect(heard(of: remix) { remix.artist = "John Coltrane" } == 1)
    #expect(heard(of: remix) { remix.remixer = "Ana" } == 1)
  }

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

private final class ForgetfulRemix: Remix {
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "line" ? ["remixer"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}

private final class CarefulRemix: Remix {
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    let inherited = super.keyPathsForValuesAffectingValue(forKey: key)
    return key == "line" ? inherited.union(["remixer"]) : inherited
  }
}

private final class KeylessRemix: Remix {
  override class var computedKeys: [ComputedKey] { [] }
}

import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("DEP-1 undeclared inputs", .watched)
struct UndeclaredInputsTests {
  @Test("raw: a misspelt input is an input that is not there")
  func misspelt() {
    let track = MisspeltTrack()
    let view = Recorder()
    track.addObserver(view, forKeyPath: "line", options: .new)
    track.title = "Naima"
    #expect(view.changes.isEmpty)
    track.removeObserver(view, forKeyPath: "line")
  }

  @Test("managed: a typed key path to a property that is not declared at all is refused")
  func typed() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = Recorder()
      view.kvoController.observe(UnknownTrack(), \.lineProperty) { _, _, _ in }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.hasPrefix("*** RawObserving: [<UnknownTrack 0x"))
    #expect(text.contains("Add a ComputedKey for it to computedKeys"))
  }

  @Test("declared, each input is heard, with the value after it")
  func declared() {
    let track = Track()
    let view = Recorder()
    view.kvoController.observe(track, keyPath: "line", options: .new, context: nil)
    track.title = "Naima"
    track.artist = "John Coltrane"
    #expect(
      view.changes.map { $0.newValue as? String } == ["Naima by ", "Naima by John Coltrane"])
  }
}

private class UnknownTrack: KeyValueObject {
  @Observed var title = ""
  var line: String { title }
  var lineProperty: Property<String> { computed(\UnknownTrack.line) }
}

private final class SilentTrack: UnknownTrack {
  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("line", \SilentTrack.line)]
  }
}

private final class MisspeltTrack: UnknownTrack {
  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("line", \MisspeltTrack.line)]
  }

  // By name: a misspelt key path does not compile.
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "line" ? ["tilte"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}

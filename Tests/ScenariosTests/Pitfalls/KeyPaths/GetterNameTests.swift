import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-3 getter name", .watched)
struct GetterNameTests {
  private class ReadyDownload: KeyValueObject {
    @Observed var ready = false
    var isReady: Bool { ready }
    var isReadyProperty: Property<Bool> { computed(\ReadyDownload.isReady) }
  }

  private final class DeclaredDownload: ReadyDownload {
    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [
        ComputedKey("isReady", \ReadyDownload.isReady, dependsOn: \.$ready)
      ]
    }
  }

  @Test("raw: asked for its value at once, the getter's name raises")
  func rawInitial() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      ReadyDownload().addObserver(Recorder(), forKeyPath: "isReady", options: [.initial, .new])
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("'NSUnknownKeyException'"))
    #expect(errors.contains("not KVC-compliant for the \"isReady\" property."))
  }

  @Test("managed: a getter that the class declares is heard, by either form")
  func declared() {
    let download = DeclaredDownload()
    let view = Recorder()
    var heard: [Bool] = []
    let controllers = [KVOController(observer: view), KVOController(observer: view)]
    controllers[0].observe(download, \.isReadyProperty) { _, _, change in
      heard.append(change.value)
    }
    controllers[1].observe(download, keyPath: "isReady", options: .new, context: nil)
    download.ready = true
    #expect(heard == [true])
    #expect(view.changes.map { $0.newValue as? Bool } == [true])
  }
}

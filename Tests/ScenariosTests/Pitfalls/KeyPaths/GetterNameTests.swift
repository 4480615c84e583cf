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

  @Test("raw: the getter's name is accepted, and never calls; the property's name does")
  func raw() {
    let download = ReadyDownload()
    let view = Recorder()
    download.addObserver(view, forKeyPath: "isReady", options: .new)
    download.ready = true
    #expect(download.isReady)
    #expect(view.changes.isEmpty)
    download.removeObserver(view, forKeyPath: "isReady")

    download.addObserver(view, forKeyPath: "ready", options: .new)
    download.ready = false
    #expect(view.changes.map { $0.newValue as? Bool } == [false])
    download.removeObserver(view, forKeyPath: "ready")
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

  @Test("managed: the same string is as silent")
  func sameString() {
    let download = ReadyDownload()
    let view = Recorder()
    view.kvoController.observe(download, keyPath: "isReady", context: nil)
    download.ready = true
    #expect(view.changes.isEmpty)
  }

  @Test("managed: a typed key path to a getter that is not declared raises, and says what to write")
  func typed() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = Recorder()
      view.kvoController.observe(ReadyDownload(), \.isReadyProperty) { _, _, _ in }
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("'NSInvalidArgumentException'"))
    #expect(errors.contains("Add a ComputedKey for it to computedKeys"))
  }

  @Test("managed: the property is heard by its typed key path")
  func property() {
    let download = ReadyDownload()
    let view = Recorder()
    var heard: [Bool] = []
    view.kvoController.observe(download, \.$ready) { _, _, change in
      heard.append(change.value)
    }
    download.ready = true
    #expect(heard == [true])
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

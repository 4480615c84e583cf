import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REG-7 misspelt key", .watched)
struct MisspeltKeyTests {
  @Test(
    "raw: a misspelt key is accepted and never calls",
    arguments: [[], .new, .old, [.new, .old], .prior] as [KeyValueObservingOptions])
  func silent(_ options: KeyValueObservingOptions) {
    let clock = Clock()
    let view = Recorder()
    clock.addObserver(view, forKeyPath: "data", options: options)
    clock.date = 1
    #expect(view.changes.isEmpty)
    clock.removeObserver(view, forKeyPath: "data")
  }

  @Test("raw: initial alone calls once, without a value, and even looks as if it worked")
  func initialAlone() {
    let clock = Clock()
    let view = Recorder()
    clock.addObserver(view, forKeyPath: "data", options: .initial)
    clock.date = 1
    #expect(view.changes.count == 1)
    #expect(view.changes.first?.newValue == nil)
    clock.removeObserver(view, forKeyPath: "data")
  }

  @Test("raw: with initial and new the value is read, and the process ends")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      Clock().addObserver(Recorder(), forKeyPath: "data", options: [.initial, .new])
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("'NSUnknownKeyException'"))
    #expect(
      errors.contains("was sent to an object that is not KVC-compliant for the \"data\" property.'")
    )
  }

  @Test("managed: with initial and new the misspelt string ends the process as well")
  func managedDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = Recorder()
      view.kvoController.observe(
        Clock(), keyPath: "data", options: [.initial, .new], context: nil)
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(
      errors.contains("was sent to an object that is not KVC-compliant for the \"data\" property.'")
    )
  }
}

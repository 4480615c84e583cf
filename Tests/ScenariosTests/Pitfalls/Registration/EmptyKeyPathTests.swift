import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REG-9 empty key path", .watched)
struct EmptyKeyPathTests {
  @Test("raw: removing an empty key path is refused in the same words")
  func rawRemovalDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      Clock().removeObserver(Recorder(), forKeyPath: "")
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains(#"the key path "" cannot be used: it has an empty key."#))
  }

  @Test("managed: it is refused as well, and the call is spelt out")
  func managedDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = Recorder()
      view.kvoController.observe(Clock(), keyPath: "", context: nil)
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("'NSInvalidArgumentException'"))
    #expect(
      errors.contains(
        "-[KVOController observe:keyPath:options:context:]: a key path is empty. Name a property"))
  }

  @Test("managed: an empty one among several is refused before any of them is observed")
  func managedSeveral() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      let view = Recorder()
      view.kvoController.observe(Clock(), keyPaths: ["date", ""], options: .initial) { _, _, _ in
        print("called")
      }
    }
    let output = text(try #require(result).standardOutputContent)
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("a key path is empty"))
    #expect(!output.contains("called"))
  }

  @Test("managed: unobserving an empty key path does nothing")
  func unobserve() {
    let clock = Clock()
    let view = Recorder()
    view.kvoController.observe(clock, keyPath: "date", context: nil)
    view.kvoController.unobserve(clock, keyPath: "")
    clock.date = 1
    #expect(view.changes.count == 1)
  }
}

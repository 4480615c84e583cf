import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-11 nil in the middle", .watched)
struct NilInTheMiddleTests {
  private final class Tower: KeyValueObject {
    @Observed var clock: Clock?
  }

  private let tower = Tower()
  private let view = Recorder()

  @Test("raw: a clock is heard while it hangs in the tower, and not before or after")
  func followed() {
    tower.addObserver(view, forKeyPath: "clock.date")
    let clock = Clock()
    clock.date = 1
    #expect(view.changes.count == 0)
    tower.clock = clock
    clock.date = 2
    #expect(view.changes.count == 2)
    tower.clock = nil
    clock.date = 3
    #expect(view.changes.count == 3)
    tower.removeObserver(view, forKeyPath: "clock.date")
  }

  @Test("raw: taking null for a number ends the process")
  func forced() async throws {
    final class TrustingView: KeyValueObject {
      var date = 0

      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
        context: UnsafeMutableRawPointer?
      ) {
        date = change.newValue as! Int
      }
    }
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Tower().addObserver(TrustingView(), forKeyPath: "clock.date", options: [.initial, .new])
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("Could not cast value of type 'RawObserving.KeyValueNull'"))
  }

  @Test("raw: a misspelt key behind nil is accepted, and raises when a value is asked for")
  func misspelt() async throws {
    tower.addObserver(view, forKeyPath: "clock.dtae", options: [.initial, .new])
    tower.removeObserver(view, forKeyPath: "clock.dtae")
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let tower = Tower()
      tower.addObserver(Recorder(), forKeyPath: "clock.dtae", options: [.initial, .new])
      FileHandle.standardError.write(Data("accepted\n".utf8))
      tower.clock = Clock()
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.hasPrefix("accepted\n"))
    #expect(errors.contains("not key value coding-compliant for the key dtae."))
  }
}

import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-1 backing storage", .watched)
struct BackingStorageTests {
  private final class ResettableClock: KeyValueObject {
    @Observed var date = 0

    func resetStorage() { _date.storedValue = 0 }

    func replaceWrapper() { _date = Observed(wrappedValue: 0) }
  }

  private let clock = ResettableClock()
  private let view = Recorder()

  @Test("raw: the next set tells as old what the silent write stored")
  func nextSet() {
    clock.addObserver(view, forKeyPath: "date", options: .old)
    clock.date = 5
    clock.resetStorage()
    clock.date = 7
    #expect(view.changes.map { $0.oldValue as? Int } == [0, 0])
    clock.removeObserver(view, forKeyPath: "date")
  }

  /// A call that finds out that another wrapper was assigned.
  enum Call: String, CaseIterable, Codable {
    case add, remove, will, did
  }

  @Test(
    "raw: another wrapper is assigned in silence, and the next add, remove, will or did raises",
    arguments: Call.allCases)
  func replaced(_ call: Call) async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) { [call] in
      let (clock, view) = (ResettableClock(), Recorder())
      clock.addObserver(view, forKeyPath: "date")
      if call == .did { clock.willChangeValue(forKey: "date") }
      clock.replaceWrapper()
      clock.date = 7
      print("set to \(clock.date), heard \(view.changes.count)")
      switch call {
      case .add: clock.addObserver(view, forKeyPath: "date")
      case .remove: clock.removeObserver(view, forKeyPath: "date")
      case .will: clock.willChangeValue(forKey: "date")
      case .did: clock.didChangeValue(forKey: "date")
      }
    }
    #expect(text(try #require(result).standardOutputContent).contains("set to 7, heard 0"))
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.hasPrefix("*** RawObserving: Another wrapper has been assigned to the property \"date\""))
    #expect(errors.contains("Assign to _date.storedValue instead of _date."))
  }
}

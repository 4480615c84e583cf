import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-8 fresh object", .watched)
struct FreshObjectTests {
  /// A tower whose clock is made anew at each read.
  private class Tower: KeyValueObject {
    @Observed var zone = 0
    var clock: Clock { clock(for: zone) }

    func clock(for zone: Int) -> Clock {
      let clock = Clock()
      clock.date = zone
      return clock
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("clock", \Tower.clock, dependsOn: \.$zone)]
    }
  }

  /// A tower that hands out the same clock for the same zone.
  private final class TowerWithClocks: Tower {
    private var clocks: [Int: Clock] = [:]

    override func clock(for zone: Int) -> Clock {
      if let clock = clocks[zone] { return clock }
      let clock = super.clock(for: zone)
      clocks[zone] = clock
      return clock
    }
  }

  @Test("raw: the next change of what the getter depends on raises")
  func update() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let tower = Tower()
      tower.addObserver(Recorder(), forKeyPath: "clock.date", options: .new)
      tower.zone = 2
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("'NSInternalInconsistencyException'"))
    #expect(
      errors.contains(/Cannot update for observer .*for the key path "clock.date" from <Tower/))
    #expect(errors.contains(#"because the value for the key "clock" has changed without"#))
  }

  @Test("raw: so does removing, though nothing has changed")
  func remove() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let tower = Tower()
      let view = Recorder()
      tower.addObserver(view, forKeyPath: "clock.date", options: .new)
      tower.removeObserver(view, forKeyPath: "clock.date")
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("Cannot remove an observer <Recorder 0x"))
    #expect(errors.contains("Check the KVO-compliance of the Tower class."))
  }

  @Test("managed: so does automatic removal, when the view goes; the message names the mediator")
  func managed() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let tower = Tower()
      var view: Recorder? = Recorder()
      view?.kvoController.observe(tower, keyPath: "clock.date", options: .new, context: nil)
      view = nil
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("Cannot remove an observer <Mediator 0x"))
  }

  @Test("a getter that returns the same object is followed, and let go of")
  func kept() {
    let tower = TowerWithClocks()
    var view: Recorder! = Recorder()
    view.kvoController.observe(tower, keyPath: "clock.date", options: .new, context: nil)
    tower.zone = 2
    tower.clock.date = 7
    #expect(view.changes.map { $0.newValue as? Int } == [2, 7])
    weak let probe = view
    view = nil
    #expect(probe == nil)
    tower.zone = 3
  }
}

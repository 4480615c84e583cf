import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-9 silent middle", .watched)
struct SilentMiddleTests {
  private final class Tower: KeyValueObject {
    @Observed var clock = Clock()

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key != "clock"
    }

    func replaceAloud(by other: Clock) {
      willChangeValue(forKey: "clock")
      clock = other
      didChangeValue(forKey: "clock")
    }
  }

  @Test("raw: after a silent replacement the old clock is heard and the new one is not")
  func deaf() {
    let tower = Tower()
    let old = tower.clock
    let view = Recorder()
    tower.addObserver(view, forKeyPath: "clock.date")
    tower.clock = Clock()
    tower.clock.date = 1
    #expect(view.changes.isEmpty)
    old.date = 2
    #expect(view.changes.count == 1)
    tower.clock = old  // put back, or removing would raise
    tower.removeObserver(view, forKeyPath: "clock.date")
  }

  @Test("raw: removing after a silent replacement raises")
  func remove() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let tower = Tower()
      let view = Recorder()
      tower.addObserver(view, forKeyPath: "clock.date")
      tower.clock = Clock()
      tower.removeObserver(view, forKeyPath: "clock.date")
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("'NSInternalInconsistencyException'"))
    #expect(errors.contains("Cannot remove an observer <Recorder 0x"))
    #expect(errors.contains(#"because the value for the key "clock" has changed without"#))
  }

  @Test("raw: so does the next replacement that is announced")
  func update() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let tower = Tower()
      tower.addObserver(Recorder(), forKeyPath: "clock.date")
      tower.clock = Clock()
      tower.replaceAloud(by: Clock())
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("Cannot update for observer <"))
  }

  @Test("managed: automatic removal raises the same")
  func managed() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let tower = Tower()
      var view: Recorder? = Recorder()
      view?.kvoController.observe(tower, keyPath: "clock.date", context: nil)
      tower.clock = Clock()
      view = nil
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("Cannot remove an observer <Mediator 0x"))
  }

  @Test("managed: announced replacements are followed, and the view can go")
  func announced() {
    let tower = Tower()
    let old = tower.clock
    var view: Recorder! = Recorder()
    view.kvoController.observe(tower, keyPath: "clock.date", options: .new, context: nil)
    tower.replaceAloud(by: Clock())
    old.date = 1
    tower.clock.date = 2
    #expect(view.changes.map { $0.newValue as? Int } == [0, 2])
    weak let probe = view
    view = nil
    #expect(probe == nil)
  }
}

import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-6 swapped object", .watched)
struct SwappedObjectTests {
  @Test("raw: until then the registration stays with the old object, and the new one is not heard")
  func rawStays() {
    var clock = Clock()
    let old = clock
    let view = Recorder()
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock = Clock()
    clock.date = 1
    #expect(view.changes.isEmpty)
    old.date = 2
    #expect(view.changes.count == 1)
    old.removeObserver(view, forKeyPath: "date")
  }

  @Test(
    "raw: an old object without another owner dies while it is observed, in the middle of the swap"
  )
  func rawSwapDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      var clock = Clock()
      let view = Recorder()
      clock.addObserver(view, forKeyPath: "date")
      clock = Clock()
      _ = clock.date
      FileHandle.standardError.write(Data("the swap is over".utf8))
    }
    let text = text(try #require(result).standardErrorContent)
    #expect(text.contains("was deallocated while key value observers were still registered"))
    #expect(!text.contains("the swap is over"))
  }

  @Test("managed: unobserveAll() needs no object, and ends it")
  func managedAll() {
    let old = Clock()
    let view = Recorder()
    let controller = KVOController(observer: view)
    controller.observe(old, keyPath: "date", context: nil)
    controller.unobserveAll()
    old.date = 1
    #expect(view.changes.isEmpty)
  }
}

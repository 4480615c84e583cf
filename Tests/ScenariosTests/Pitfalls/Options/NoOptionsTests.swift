import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("OPT-1 no options", .watched)
struct NoOptionsTests {
  @Test("raw: without options the call comes, and the change has a kind and no values")
  func raw() throws {
    let change = try #require(heard(options: []))
    #expect(change.kind == .setting)
    #expect(change.newValue == nil)
    #expect(change.oldValue == nil)
    #expect("\(change)" == "{kind = 1;}")
  }

  @Test("raw: each option brings its value, and not the other's")
  func rawAsked() throws {
    let new = try #require(heard(options: .new))
    #expect(new.newValue as? Int == 7)
    #expect(new.oldValue == nil)
    let old = try #require(heard(options: .old))
    #expect(old.newValue == nil)
    #expect(old.oldValue as? Int == 0)
  }

  private func heard(options: KeyValueObservingOptions) -> KeyValueChange? {
    let clock = Clock()
    let view = Recorder()
    clock.addObserver(view, forKeyPath: "date", options: options)
    clock.date = 7
    clock.removeObserver(view, forKeyPath: "date")
    return view.changes.count == 1 ? view.changes[0] : nil
  }
}

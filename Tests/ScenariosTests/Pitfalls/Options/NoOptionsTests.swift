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

  @Test("managed: a typed change has the value without being asked")
  func typed() {
    let clock = Clock()
    let view = Recorder()
    var told: [Int] = []
    view.kvoController.observe(clock, \.$date) { _, _, change in told.append(change.value) }
    clock.date = 7
    #expect(told == [7])
  }

  @Test("managed: by string a change has no value either, and the object that is passed in has")
  func byString() {
    let clock = Clock()
    let view = Recorder()
    var told: [Int?] = []
    var read: [Int] = []
    view.kvoController.observe(clock, keyPath: "date") { _, clock, change in
      told.append(change.newValue as? Int)
      read.append(clock.date)
    }
    clock.date = 7
    #expect(told == [nil])
    #expect(read == [7])
  }
}

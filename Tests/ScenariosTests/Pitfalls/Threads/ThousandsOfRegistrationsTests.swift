import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("THR-9 thousands of registrations", .watched)
struct ThousandsOfRegistrationsTests {
  private let count = 4_000

  @Test("one observer hears each of 4,000 objects, and each removal finds its registration")
  func manyObjects() {
    let view = Recorder()
    let clocks = (0..<count).map { _ in Clock() }
    for clock in clocks { clock.addObserver(view, forKeyPath: "date") }
    for clock in clocks { clock.date = 1 }
    #expect(view.changes.count == count)
    for clock in clocks { clock.removeObserver(view, forKeyPath: "date") }
    for clock in clocks { clock.date = 2 }
    #expect(view.changes.count == count)
  }

  @Test("4,000 registrations of one observer with one object: each is called, each can be removed")
  func oneObject() {
    let (clock, view) = (Clock(), Recorder())
    let contexts = (1...count).map { UnsafeMutableRawPointer(bitPattern: $0) }
    for context in contexts { clock.addObserver(view, forKeyPath: "date", context: context) }
    clock.date = 1
    #expect(view.changes.count == count)
    for context in contexts { clock.removeObserver(view, forKeyPath: "date", context: context) }
    clock.date = 2
    #expect(view.changes.count == count)
  }

  @Test("what each costs is told as a ratio of two measurements of the same run")
  func ratio() {
    #expect(
      ThousandsOfRegistrations.comparison { count in work(count) }.contains("at most 4 times"))
    #expect(
      ThousandsOfRegistrations.comparison { count in work(count * count / 40) }.contains("over"))
  }

  private func work(_ count: Int) {
    var sum = 0
    for number in 0..<count { sum &+= number.hashValue }
    #expect(sum != 1)
  }
}

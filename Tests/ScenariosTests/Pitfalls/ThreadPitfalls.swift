import Testing

@testable import Scenarios

@Suite("Pitfalls: threads", .watched)
struct ThreadPitfalls {
  @Test func `THR-1 other-thread: the callback runs on the thread that sets`() throws { try runs() }
  @Test func `THR-3 call-under-way: a removal does not wait for a call that has begun`() throws { try runs() }
  @Test func `THR-4 set-in-callback: a nested set repeats the present value to the others`() throws { try runs() }
  @Test func `THR-6 add-in-callback: an observer added in a call misses the current change`() throws { try runs() }
  @Test func `THR-7 lock-across-set: a callback cannot take the lock that its setter holds`() throws { try runs() }
  @Test func `THR-9 thousands-of-registrations: an add costs hardly more among thousands`() throws { try runs() }
  @Test func `THR-10 wrong-isolation: assumeIsolated ends the process off the main thread`() throws { try runs() }

  @Test("the comparison of costs notices work that grows with the square")
  func comparison() {
    func work(_ count: Int) { #expect((0..<count).reduce(0) { $0 &+ $1.hashValue } != 1) }
    #expect(ThousandsOfRegistrations.comparison { work($0.count) }.contains("at most 4 times"))
    #expect(ThousandsOfRegistrations.comparison { work($0.count * $0.count / 40) }.contains("over"))
  }
}

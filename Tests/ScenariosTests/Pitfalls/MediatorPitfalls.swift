import RawObserving
import Testing

@testable import Scenarios

@Suite("Pitfalls: the mediator", .watched)
struct MediatorPitfalls {
  @Test func `MED-1 self-observation-cycle: object and controller retain each other`() throws { try runs() }
  @Test func `MED-2 non-retaining-crash: a controller in a deinit finds no object to unobserve`() throws { try runs() }
  @Test func `MED-3 hidden-dedupe: the second observation of a key path is dropped`() throws { try runs() }
  @Test func `MED-4 shared-controller: a subclass's observation is dropped as a duplicate`() throws { try runs() }
  @Test func `MED-5 local-controller: a controller that nothing holds ends its observations`() throws { try runs() }
  @Test func `MED-6 kept-downloads: a controller retains what it observes`() throws { try runs() }
  @Test func `MED-7 leaked-registration: an unobserve between look and write leaves one behind`() throws { try runs() }
  @Test func `MED-8 lost-controller: two threads make two controllers, and one is lost`() throws { try runs() }
  @Test func `MED-9 vanishing-checks: an assertion checks nothing in a release build`() throws { try runs() }
  @Test func `MED-10 silent-nothing: nil and duplicates are ignored without an error`() throws { try runs() }
  @Test func `MED-11 unretained-dies-first: a registration is left on an object held weakly`() throws { try runs() }

  @Test("the naive mediator observes and unobserves, as long as one thread uses it: only the hazard is wrong with it")
  func naiveOnOneThread() {
    let (owner, clock, calls) = (NaiveOwner(), Clock(), Locked(0))
    owner.naiveController.observe(clock, keyPaths: ["date"]) { calls.withLock { $0 += 1 } }
    clock.date = 1
    owner.naiveController.unobserve(clock, keyPath: "date")
    clock.date = 2
    #expect(calls.withLock { $0 } == 1)
    #expect(owner.made == 1)
    #expect(clock.activeRegistrations.isEmpty)
  }
}

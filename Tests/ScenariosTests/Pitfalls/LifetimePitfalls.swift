import Testing

@Suite("Pitfalls: lifetime", .watched)
struct LifetimePitfalls {
  @Test func `LIF-1 observed-dies-first: a leftover registration raises in the classic era`() throws { try runs() }
  @Test func `LIF-2 announced-by-hand: a leftover for a key announced by hand is not reported`() throws { try runs() }
  @Test func `LIF-3 observer-dies-first: a registration outlives its observer`() throws { try runs() }
  @Test func `LIF-5 forgetful-self-observer: an object that observes itself has to stop too`() throws { try runs() }
  @Test func `LIF-7 weak-middle: a plain weak property becomes nil without an announcement`() throws { try runs() }
  @Test func `LIF-9 captured-owner: a closure that captures its owner keeps it`() throws { try runs() }
  @Test func `LIF-10 observer-in-deinit: a change reaches an observer that is in its deinit`() throws { try runs() }
  @Test func `LIF-11 last-release: a deinit runs on the thread of the last release`() throws { try runs() }
  @Test func `LIF-12 helper-in-deinit: a helper made in a deinit has no observer to call`() throws { try runs() }
}

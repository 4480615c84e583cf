import Testing

@Suite("Pitfalls: contexts", .watched)
struct ContextPitfalls {
  @Test func `CTX-1 stolen-callback: comparing the key path alone takes the superclass's calls`() throws { try runs() }
  @Test func `CTX-2 unforwarded-context: a call that is not forwarded is lost`() throws { try runs() }
  @Test func `CTX-3 everything-forwarded: a call that reaches the root class raises`() throws { try runs() }
  @Test func `CTX-4 shared-context: with one context for both, calls are mixed up`() throws { try runs() }
  @Test func `CTX-6 one-long-method: of three places to change, one is forgotten`() throws { try runs() }
  @Test func `CTX-7 observer-order: the result depends on which observer is called first`() throws { try runs() }
}

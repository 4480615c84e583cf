import Testing

@Suite("Pitfalls: options", .watched)
struct OptionPitfalls {
  @Test func `OPT-1 no-options: a change without options carries its kind and no value`() throws { try runs() }
  @Test func `OPT-2 null-value: a nil value arrives as a null object`() throws { try runs() }
  @Test func `OPT-3 initial-old-value: an initial call has no old value, which is not nil`() throws { try runs() }
  @Test func `OPT-4 prior-calls: each change makes two calls, one before it`() throws { try runs() }
  @Test func `OPT-6 mutated-in-place: the old value is the object that was changed`() throws { try runs() }
}

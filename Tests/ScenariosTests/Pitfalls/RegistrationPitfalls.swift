import Testing

@Suite("Pitfalls: registration", .watched)
struct RegistrationPitfalls {
  @Test func `REG-1 double-add: each add makes a registration, so one change calls twice`() throws { try runs() }
  @Test func `REG-2 repeated-hook: three adds and one removal leave two registrations`() throws { try runs() }
  @Test func `REG-3 unhandled-callback: an inherited callback raises at the first change`() throws { try runs() }
  @Test func `REG-5 registered-or-not: a flag stays true when other code removes`() throws { try runs() }
  @Test func `REG-7 misspelt-key: a key that does not exist is accepted and never calls`() throws { try runs() }
  @Test func `REG-8 initial-too-early: the initial call comes before the add returns`() throws { try runs() }
  @Test func `REG-9 empty-key-path: an empty key path names no property, and is refused`() throws { try runs() }
}

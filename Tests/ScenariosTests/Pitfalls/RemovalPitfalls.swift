import Testing

@Suite("Pitfalls: removal", .watched)
struct RemovalPitfalls {
  @Test func `REM-1 remove-unadded: a removal without an add raises`() throws { try runs() }
  @Test func `REM-2 double-remove: the second removal of one registration raises`() throws { try runs() }
  @Test func `REM-3 other-context: a removal with another context finds nothing and raises`() throws { try runs() }
  @Test func `REM-4 guessed-registration: a removal without a context takes one of two`() throws { try runs() }
  @Test func `REM-5 taken-registration: a subclass can remove its superclass's registration`() throws { try runs() }
  @Test func `REM-6 swapped-object: the registration stays with the old object`() throws { try runs() }
  @Test func `REM-7 remove-in-initial: a removal inside the initial call raises`() throws { try runs() }
  @Test func `REM-8 late-add: a removal does not apply to an add that still waits`() throws { try runs() }
  @Test func `REM-10 fewer-removals: an element that is forgotten is deallocated while observed`() throws { try runs() }
  @Test func `REM-11 remove-by-index: after an insertion, an index means another object`() throws { try runs() }
}

import Testing

@Suite("Pitfalls: dependencies", .watched)
struct DependencyPitfalls {
  @Test func `DEP-1 undeclared-inputs: a change of an undeclared input is not announced`() throws { try runs() }
  @Test func `DEP-2 lost-dependencies: an override without super loses what was inherited`() throws { try runs() }
  @Test func `DEP-4 self-dependency: a key that depends on itself raises when it is observed`() throws { try runs() }
  @Test func `DEP-5 to-many-dependency: a key cannot depend on every object in an array`() throws { try runs() }
  @Test func `DEP-7 torn-value: a value of two inputs is read between the two sets`() throws { try runs() }
}

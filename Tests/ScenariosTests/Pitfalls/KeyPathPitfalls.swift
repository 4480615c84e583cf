import Testing

@Suite("Pitfalls: keys and key paths", .watched)
struct KeyPathPitfalls {
  @Test func `KEY-1 backing-storage: a write to the storage is not announced`() throws { try runs() }
  @Test func `KEY-3 getter-name: the setter of ready does not announce isReady`() throws { try runs() }
  @Test func `KEY-5 equal-value: a set to an equal value is announced`() throws { try runs() }
  @Test func `KEY-6 reported-twice: a pair by hand and its setter make two announcements`() throws { try runs() }
  @Test func `KEY-7 will-without-did: a lone will retains object and observers`() throws { try runs() }
  @Test func `KEY-8 fresh-object: a getter that makes an object at each read cannot be followed`() throws { try runs() }
  @Test func `KEY-9 silent-middle: a silent replacement leaves the registration behind`() throws { try runs() }
  @Test func `KEY-10 path-through-array: a path cannot go on through an array`() throws { try runs() }
  @Test func `KEY-11 nil-in-the-middle: a value behind nil is reported as null`() throws { try runs() }
  @Test func `KEY-12 unwrapped-property: a property without the wrapper announces nothing`() throws { try runs() }
  @Test func `KEY-13 dotted-key: a key with a dot in it is taken for a path`() throws { try runs() }
  @Test func `KEY-14 pair-around-head: a did by hand finds no registration after the setter's`() throws { try runs() }
}

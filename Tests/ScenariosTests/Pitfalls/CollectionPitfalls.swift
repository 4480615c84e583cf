import Testing

@Suite("Pitfalls: collections", .watched)
struct CollectionPitfalls {
  @Test func `COL-1 behind-the-property: an array changed behind its property is not announced`() throws { try runs() }
  @Test func `COL-2 whole-array-for-each: a proxy without accessors sets the array each time`() throws { try runs() }
  @Test func `COL-4 part-for-the-whole: an insertion carries the new elements alone`() throws { try runs() }
  @Test func `COL-5 missed-setting: an assignment arrives as a setting, without indexes`() throws { try runs() }
  @Test func `COL-6 set-differences: a replacement in a set carries what differs`() throws { try runs() }
  @Test func `COL-7 lost-indexes: an insertion is a setting of what is computed from it`() throws { try runs() }
  @Test func `COL-8 later-elements: an element that comes later is not observed`() throws { try runs() }
}

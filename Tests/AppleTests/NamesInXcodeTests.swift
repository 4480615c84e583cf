import Testing

#if canImport(ObjectiveC)
  /// `NamesTests` of the managed module runs the same program with the names of this package.
  @Suite("The program with both sets of names, with Apple's", .watched)
  struct NamesInXcodeTests {
    // Lessons/Appendices/names.md
    @Test("it prints two lines, one by hand and one by token")
    func prints() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { boiled }
      let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      #expect(output == "by hand: 20 to 60\nby token: 60 to 95\n")
    }
  }
#endif

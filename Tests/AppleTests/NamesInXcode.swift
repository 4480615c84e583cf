// The program of Lessons/Appendices/names.md for Apple's systems. NamesHere.swift has it with the names of this package.
#if canImport(ObjectiveC)
  import Testing

  // snippet.program
  import Foundation

  nonisolated final class Kettle: NSObject { @objc dynamic var degrees = 20 }

  nonisolated final class Display: NSObject {
    nonisolated(unsafe) private static let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    private let kettle: Kettle

    init(of kettle: Kettle) {
      self.kettle = kettle
      super.init()
      kettle.addObserver(self, forKeyPath: #keyPath(Kettle.degrees), options: [.old, .new], context: Self.context)
    }

    deinit { kettle.removeObserver(self, forKeyPath: #keyPath(Kettle.degrees), context: Self.context) }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      guard context == Self.context else {
        return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
      print("by hand: \(change?[.oldKey] ?? "-") to \(change?[.newKey] ?? "-")")
    }
  }

  func boil() {
    let kettle = Kettle()
    withExtendedLifetime(Display(of: kettle)) { kettle.degrees = 60 }  // the display is deallocated here
    let token = kettle.observe(\.degrees, options: [.old, .new]) { _, change in
      print("by token: \(change.oldValue ?? 0) to \(change.newValue ?? 0)")
    }
    kettle.degrees = 95
    token.invalidate()
    kettle.degrees = 20
  }

  let boiled: Void = boil()
  // snippet.end

  @Suite("The program with both sets of names, with Apple's", .watched) struct NamesInXcodeTests {
    // Lessons/Appendices/names.md
    @Test("it prints two lines, one by hand and one by token") func prints() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { boiled }
      let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      #expect(output == "by hand: 20 to 60\nby token: 60 to 95\n")
    }
  }
#endif

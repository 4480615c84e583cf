// The program of Lessons/Appendices/names.md with the names of this package. NamesInXcode.swift has it for a Mac.
import Testing

// snippet.program
import ManagedObserving
import RawObserving

final class Kettle: KeyValueObject { @Observed var degrees = 20 }

final class Display: KeyValueObject {
  nonisolated(unsafe) private static let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  private let kettle: Kettle

  init(of kettle: Kettle) {
    self.kettle = kettle
    super.init()
    kettle.addObserver(self, forKeyPath: "degrees", options: [.old, .new], context: Self.context)
  }

  deinit { kettle.removeObserver(self, forKeyPath: "degrees", context: Self.context) }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    guard context == Self.context else {
      return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
    print("by hand: \(change.oldValue ?? "-") to \(change.newValue ?? "-")")
  }
}

func boil() {
  let kettle = Kettle()
  withExtendedLifetime(Display(of: kettle)) { kettle.degrees = 60 }  // the display is deallocated here
  withExtendedLifetime(KeyValueObject()) { observer in
    let token = observer.kvoController.observe(kettle, \.$degrees, options: .old) { _, _, change in
      print("by token: \(change.oldValue ?? 0) to \(change.value)")
    }.scoped()
    kettle.degrees = 95
    token.cancel()
    kettle.degrees = 20
  }
}

let boiled: Void = boil()
// snippet.end

@Suite("The program with both sets of names, here", .watched) struct NamesTests {
  @Test("it prints two lines, one by hand and one by token") func prints() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) { boiled }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    #expect(output == "by hand: 20 to 60\nby token: 60 to 95\n")
  }
}

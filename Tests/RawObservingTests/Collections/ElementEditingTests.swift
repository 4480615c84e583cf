import RawObserving
import Testing

/// An element that looks at the shelf when it is deallocated.
private final class Book {
  weak var shelf: Shelf?
  var seen: (Int) -> Void

  init(on shelf: Shelf, _ seen: @escaping (Int) -> Void) { (self.shelf, self.seen) = (shelf, seen) }

  deinit { if let shelf { seen(shelf.books.count) } }
}

private final class Shelf: KeyValueObject {
  @Observed var books: [Book] = []
  @Observed var numbers: [Int] = []
  @Observed var marks: [Int]?
  @Observed var tags: Set<Int>?

  func replaceWrapper() { _numbers = Observed(wrappedValue: [7]) }
}

/// Tells another array by name than it has.
private final class Liar: KeyValueObject {
  @Observed var numbers = [1, 2]

  override func value(forKey key: String) -> Any? { [0] }
}

@Suite("Editing element by element", .watched)
struct ElementEditingTests {
  private let shelf = Shelf()

  @Test("the deinit of an element that is removed or replaced may read the array")
  func deinits() {
    var seen: [Int] = []
    let books = shelf.mutableArray(\.$books)
    for _ in 1...5 { books.append(Book(on: shelf) { seen.append($0) }) }
    books.removeLast()
    books.remove(at: RangeSet([0..<1, 2..<3]))
    books[0] = Book(on: shelf) { _ in }
    books.removeAll()
    #expect(seen == [4, 2, 2, 2, 0])
  }

  @Test("an optional array is edited in place", arguments: [false, true])
  func optional(byName: Bool) {
    shelf.marks = Array(0..<100)
    shelf.marks?.reserveCapacity(200)
    func address() -> Int { shelf.marks?.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } ?? 0 }
    let before = address()
    let marks = byName ? shelf.mutableArrayValue(forKey: "marks") : shelf.mutableArray(\.$marks)
    marks.append(100)
    marks.removeFirst()
    marks[0] = 7
    #expect(address() == before && shelf.marks?.count == 100 && shelf.marks?.first == 7)
    shelf.marks = nil
    marks.append(1)
    #expect(shelf.marks == [1])
    let tags = byName ? shelf.mutableSetValue(forKey: "tags") : shelf.mutableSet(\.$tags)
    tags.insert(1)
    #expect(shelf.tags == [1])
  }

  @Test("a proxy that was made before another wrapper was assigned edits the new one")
  func replaced() {
    let numbers = shelf.mutableArray(\.$numbers)
    numbers.append(1)
    shelf.replaceWrapper()
    numbers.append(8)
    #expect(shelf.numbers == [7, 8] && numbers.elements == [7, 8])
  }

  @Test("a typed proxy reads the property, and one by name what the object tells by name")
  func byName() {
    let liar = Liar()
    #expect(liar.mutableArray(\.$numbers).elements == [1, 2])
    #expect(liar.mutableArrayValue(forKey: "numbers", of: Int.self).elements == [0])
  }
}

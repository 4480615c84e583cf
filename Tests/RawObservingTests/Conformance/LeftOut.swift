import Foundation
import Testing

/// The entries that have no test yet, each with its reason.
let leftOut = [
  "KVO-LEG-01": deprecated,
  "KVO-LEG-02": deprecated,
  "KVO-CONT-01":
    "The type system refuses an array as the observed object: it is no KeyValueObject.",
  "KVO-CONT-02": elementWise,
  "KVO-CONT-03": elementWise,
  "KVO-CONT-04": elementWise,
  "KVO-CONT-05": dictionary,
  "KVO-CONT-06": dictionary,
  "KVO-CONT-07": dictionary,
  "KVO-CONT-08":
    "A path waits at the objects it leads through; it does not call their addObserver.",
  "KVO-CONT-10": "An object cannot forward every message to another in Swift.",
  "KVO-KVC-10":
    "Keys are the names of properties; no other spelling of an accessor is searched for.",
  "KVO-KVC-13": operators,
  "KVO-KVC-14": operators,
  "KVO-KVC-15": severalKeys,
  "KVO-KVC-16": severalKeys,
  "KVO-KVC-19": "Nothing that is observed needs a validator.",
]

private let deprecated = """
  Triggers are declared by a class method here. The call that declares them at run time is deprecated \
  on Apple's systems, and would be a second way to say the same.
  """

private let elementWise = """
  Observing the elements of an array by index is a loop over the elements, which says more plainly who \
  is observed after the array has changed.
  """
private let dictionary =
  "There is no observable dictionary: an object with properties takes its place."
private let operators = "No observed path needs another operator than @count."
private let severalKeys = "Reading or setting several keys at once is a loop over the keys."

/// The entries that are tested in a narrower form than they are written, each with what is missing.
let narrowed = [
  "KVO-KVC-02": "Nothing boxes a struct in Swift: it is read and written as itself.",
  "KVO-KVC-12": "Of the operators there is only @count, at the end of a path.",
  "KVO-DEP-04": "Plain objects stand for the dictionaries; there is no observable dictionary.",
  "KVO-PATH-08": "Plain objects stand for the dictionary; there is no observable dictionary.",
  "KVO-PATH-09": "A dependent key stands for the length; a string has no keys here.",
]

@Suite("Conformance: every entry is accounted for")
struct LeftOutTests {
  @Test("each entry is in the name of one test, or left out with a reason")
  func complete() throws {
    let names = try testNames()
    let known = Set(groups.flatMap { ids($0.key, $0.value) })
    for id in known.sorted() {
      let places = names.count { $0.contains(id) } + (leftOut[id] == nil ? 0 : 1)
      #expect(places == 1, "\(id) is in \(places) places")
    }
    let invented = names.flatMap { $0.matches(of: /KVO-[A-Z]+-[0-9]+/).map { String($0.output) } }
      .filter { id in groups.contains { id.hasPrefix("KVO-\($0.key)-") } && !known.contains(id) }
    #expect(invented == [])
    #expect(known.isSuperset(of: leftOut.keys))
    #expect(known.isSuperset(of: narrowed.keys))
    #expect(Set(leftOut.keys).isDisjoint(with: narrowed.keys))
  }

  /// How many entries each group has.
  private let groups: KeyValuePairs = [
    "REG": 13, "OPT": 13, "PATH": 15, "DEP": 19, "LEG": 2, "ORD": 20, "SET": 12, "MAN": 10,
    "RE": 13, "MEM": 4, "CONT": 10, "KVC": 19,
  ]

  private func ids(_ group: String, _ count: Int) -> [String] {
    (1...count).map { "KVO-\(group)-" + ($0 < 10 ? "0\($0)" : "\($0)") }
  }

  /// The display names of the tests in this target, read from its sources.
  private func testNames() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var names: [String] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let source = try String(contentsOf: file, encoding: .utf8)
      names += source.matches(of: /@Test\(\s*"([^"]*)"/).map { String($0.output.1) }
    }
    #expect(!names.isEmpty, "no sources were found")
    return names
  }
}

import Foundation
import Testing

/// The entries that have no test, each with its reason.
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
  "KVO-FBK-06": "A nil closure does not compile: the parameter is not optional.",
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

@Suite("Conformance: every entry is accounted for", .watched)
struct LeftOutTests {
  /// Each entry of the list of behaviours, with what it is about. The files say which groups they hold.
  private let entries = [
    entriesOfRegistering, entriesOfPaths, entriesOfCollections, entriesOfChanges, entriesOfCoding,
    entriesOfControllers,
  ].flatMap { $0.map { (id: $0.key, title: $0.value) } }

  @Test("the list has each id once, in order and without a gap, and a title for it")
  func list() {
    let sizes: KeyValuePairs = [
      "REG": 13, "OPT": 13, "PATH": 15, "DEP": 19, "LEG": 2, "ORD": 20, "SET": 12, "MAN": 10,
      "RE": 13, "MEM": 4, "CON": 3, "CONT": 10, "KVC": 19, "FBK": 25,
    ]
    let all = sizes.flatMap { group, size in
      (1...size).map { "KVO-\(group)-" + ($0 < 10 ? "0\($0)" : "\($0)") }
    }
    #expect(entries.map(\.id) == all)
    #expect(all.count == 178)
    #expect(Set(entries.map(\.title)).count == 178)
    #expect(entries.allSatisfy { !$0.title.isEmpty && $0.title.count <= 80 })
  }

  @Test("each entry is in the name of one test, or left out with a reason")
  func complete() throws {
    let found = try idsInNames()
    for (id, title) in entries {
      let places = found.count { $0 == id } + (leftOut[id] == nil ? 0 : 1)
      #expect(places == 1, "\(id), \(title), is in \(places) places")
    }
    let ids = Set(entries.map(\.id))
    #expect(Set(found).subtracting(ids) == [], "no test has an id that is not in the list")
    #expect(ids.isSuperset(of: leftOut.keys))
    #expect(ids.isSuperset(of: narrowed.keys))
    #expect(Set(leftOut.keys).isDisjoint(with: narrowed.keys))
  }

  @Test("few are left out where observing is the matter")
  func few() {
    let outside = leftOut.keys.filter { $0.firstMatch(of: /KVO-(LEG|CONT|KVC)-/) == nil }
    #expect(outside.count <= 12)
  }

  /// The ids in the display names of all tests and suites, read from the sources of the test targets. BuildTests has some
  /// of them again, for the mediator that a reader builds.
  private func idsInNames() throws -> [String] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    var names: [String] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", !file.pathComponents.contains("BuildTests") else { continue }
      let source = try String(contentsOf: file, encoding: .utf8)
      names += source.matches(of: /@(Test|Suite)\(\s*"([^"]*)"/).map { String($0.output.2) }
    }
    #expect(!names.isEmpty, "no sources were found")
    return names.flatMap { $0.matches(of: /KVO-[A-Z]+-[0-9]+/).map { String($0.output) } }
  }
}

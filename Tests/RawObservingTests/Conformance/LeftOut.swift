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
  "KVO-CONT-09": "KVO-ORD-04 and KVO-ORD-05 say the same.",
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
  "KVO-DEP-04": "Plain objects replace the dictionaries; there is no observable dictionary.",
  "KVO-PATH-08": "Plain objects replace the dictionary; there is no observable dictionary.",
  "KVO-PATH-09": "A dependent key replaces the length; a string has no keys here.",
]

@Suite("Conformance: every entry is accounted for", .watched)
struct LeftOutTests {
  /// Each entry of the list of behaviours, by the sizes of its groups.
  private let entries = [
    "REG": 13, "OPT": 13, "PATH": 15, "DEP": 19, "LEG": 2, "ORD": 20, "SET": 12, "MAN": 10, "RE": 13, "MEM": 4,
    "CON": 3, "CONT": 10, "KVC": 19, "FBK": 25,
  ].flatMap { group, size in (1...size).map { Self.id(group, $0) } }

  @Test("each entry is in the title of a scenario or in the name of a test, or left out with a reason")
  func complete() throws {
    let (names, titles) = (try idsInNames(), try idsInTitles())
    #expect(entries.count == 178)
    #expect(names.union(titles).union(leftOut.keys) == Set(entries))
    #expect(names.union(titles).isDisjoint(with: leftOut.keys))
    #expect(names.union(titles).isSuperset(of: narrowed.keys))
  }

  @Test("few are left out where observing is the matter")
  func few() {
    let outside = leftOut.keys.filter { $0.firstMatch(of: /KVO-(LEG|CONT|KVC)-/) == nil }
    #expect(outside.count <= 12)
  }

  private static func id(_ group: some StringProtocol, _ number: Int) -> String {
    "KVO-\(group)-" + (number < 10 ? "0" : "") + "\(number)"
  }

  /// The ids in the display names of all tests and suites, read from the sources of the test targets.
  private func idsInNames() throws -> Set<String> {
    let names = try files(in: "", endingIn: "swift").flatMap { source in
      source.matches(of: /@(Test|Suite)\(\s*"([^"]*)"/).map { String($0.output.2) }
    }
    // Further numbers of the group follow the first: "KVO-FBK-05, 08".
    return Set(
      names.flatMap { $0.matches(of: /KVO-([A-Z]+)-([0-9]+)((?:, [0-9]+)*)/) }.flatMap { name in
        "\(name.2)\(name.3)".split(separator: ", ").map { "KVO-\(name.1)-\($0)" }
      })
  }

  /// The ids in the titles of the scenarios: `## REG-05 …`, `## PATH-03..06 …`.
  private func idsInTitles() throws -> Set<String> {
    let titles = try files(in: "RawObservingTests/Conformance", endingIn: "txt").flatMap { text in
      text.matches(of: /(?m)^## ([A-Z]+)-([0-9]+)(?:([\/,]|\.\.)([0-9]+))?/)
    }
    return Set(
      titles.flatMap { title in
        let (first, last) = (Int(title.2)!, title.4.flatMap { Int($0) })
        let numbers = last.map { title.3 == ".." ? Array(first...$0) : [first, $0] } ?? [first]
        return numbers.map { Self.id(title.1, $0) }
      })
  }

  /// What the files hold that are in the folder of the tests.
  private func files(in folder: String, endingIn suffix: String) throws -> [String] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: folder)
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    var texts: [String] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == suffix else { continue }
      texts.append(try String(contentsOf: file, encoding: .utf8))
    }
    #expect(!texts.isEmpty, "no files were found")
    return texts
  }
}

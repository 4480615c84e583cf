/// What is at the beginning of each file of generated programs.
///
/// It has no static variables: with them, the recorder knows that not all references are recorded.
enum Truth {
  static let prelude = """
    import Foundation
    import ManagedObserving
    import RawObserving

    protocol Telling: AnyObject {
      var number: Int { get }
      var edges: String { get }
    }

    enum Truth {
      static func get<T>(_ key: String, _ other: T) -> T { Thread.current.threadDictionary[key] as? T ?? other }
      static func set<T>(_ key: String, _ value: T) { Thread.current.threadDictionary[key] = value }
      static func next() -> Int {
        set("next", get("next", 0) + 1)
        return get("next", 0)
      }
      static func made(_ object: any Telling) {
        set("alive", get("alive", [Int: UInt]()).merging(
          [object.number: UInt(bitPattern: Unmanaged.passUnretained(object as AnyObject).toOpaque())]) { $1 })
        print("+\\(object.number) \\(type(of: object))")
      }
      static func ends(_ number: Int) {
        set("alive", get("alive", [Int: UInt]()).filter { $0.key != number })
        print("-\\(number)")
      }
      static func isAlive(_ number: Int) -> Bool { get("alive", [Int: UInt]())[number] != nil }
      static func keep(_ object: any Telling) {
        set("kept", get("kept", [AnyObject]()) + [object as AnyObject])
        set("roots", get("roots", [Int]()) + [object.number])
      }
      static func list(_ strong: [(any Telling)?], _ weak: [(any Telling)?] = []) -> String {
        (strong.compactMap { $0.map { "\\($0.number)" } } + weak.compactMap { $0.map { "w\\($0.number)" } })
          .joined(separator: ",")
      }
      static func edges(_ from: Int, _ kind: String, _ label: String, _ to: [(any Telling)?]) -> String {
        numbers(from, kind, label, to.compactMap { $0?.number })
      }
      static func numbers(_ from: Int, _ kind: String, _ label: String, _ to: [Int]) -> String {
        to.map { "\\(from)>\\($0):\\(kind):\\(label);" }.joined()
      }
      static func records(_ from: Int, _ records: [Int: [Int]]) -> String {
        records.isEmpty
          ? ""
          : "\\(from)>k\\(from):strong:kvoController;k\\(from)>\\(from):weak:observer;"
            + records.filter { $0.key > 0 }.map { observed, captured in
              "k\\(from)>\\(observed):strong:table;" + captured.map { "k\\(from)>\\($0):strong:closure;" }.joined()
            }.joined()
      }
      static func check(_ line: Int, _ variables: String...) {
        let alive = get("alive", [Int: UInt]())
        var words = ["check \\(line)|"]
        for (index, text) in variables.enumerated() { words.append(index % 2 == 0 ? " " + text : text) }
        words += ["|", alive.keys.sorted().map(String.init).joined(separator: " "), "|"]
        words += alive.sorted { $0.key < $1.key }.map { edges(of: $0.value) }
        words += ["|", get("roots", [Int]()).map(String.init).joined(separator: " ")]
        print(words.joined())
      }
      static func edges(of address: UInt) -> String {
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return "" }
        return (Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? any Telling)?.edges ?? ""
      }
    }

    """
}

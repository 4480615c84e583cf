/// A variable of a generated program.
struct GeneratedVariable: Sendable {
  let id: Int
  let name: String
  /// An expression for the numbers of the objects that it holds; nil if no mark can read the variable.
  let truth: String?
}

/// A statement or declaration of a generated program, with the statements inside it.
struct GeneratedStatement: Sendable {
  /// A line that opens braces, and what is inside them.
  struct Part: Sendable {
    var opening: String
    /// The variables that the opening line declares.
    var binds: [GeneratedVariable] = []
    var body: [GeneratedStatement] = []
    /// Whether it is a function: marks inside see its own variables alone.
    var isFunction = false
    /// Whether the next part opens inside its braces, as the cases of a `switch` do.
    var isCase = false
  }

  let id: Int
  /// Lines without braces around others. `«line»` stands for the number of the line, `«check»` for a checkpoint.
  var text = ""
  var uses: Set<Int> = []
  var declares: [GeneratedVariable] = []
  var parts: [Part] = []
  /// Whether the compiler wants it.
  var isRequired = false
  /// Whether its lines are how the program tells its truth. What their variables hold is not compared.
  var tellsTruth = false
}

/// A program that says what it does: it prints its objects' births and deaths, and at checkpoints all references.
struct GeneratedProgram: Sendable {
  let seed: Int
  /// Whether the last statements are outside functions, so that no other program has room in the file.
  let isFile: Bool
  /// What is before them in the file.
  let opening: [GeneratedStatement]
  var statements: [GeneratedStatement]

  /// What is known of a program when it is written down.
  struct Rendered {
    var lines: [String] = []
    /// The variables that a mark in this line can name, and the lines of their declarations.
    var visible: [Int: [String: Int]] = [:]
    /// The lines of the braces that end the scopes of the variables.
    var ends: [Declaration: Int] = [:]
    /// The lines of statements that leave the braces around them.
    var quits: Set<Int> = []
    /// Whether its variables live as long as the process.
    var isFile = false

    struct Declaration: Hashable {
      let name: String
      let line: Int
    }
  }

  /// - Parameter first: the number of the first line.
  func rendered(from first: Int = 1) -> Rendered {
    var writer = Writer(first: first)
    var scope: [(variable: GeneratedVariable, line: Int)] = []
    writer.write(opening, &scope, "")
    writer.write(statements, &scope, "")
    writer.result.isFile = isFile
    return writer.result
  }

  /// The ids of the statements that can be left out, the outermost first.
  var ids: [Int] {
    func ids(_ statements: [GeneratedStatement]) -> [Int] {
      statements.filter { !$0.isRequired }.map(\.id) + statements.flatMap { $0.parts.flatMap { ids($0.body) } }
    }
    return ids(opening) + ids(statements)
  }

  /// The program without some statements, and without those that use what they declare.
  func without(_ dropped: Set<Int>) -> GeneratedProgram {
    var lost: Set<Int> = []
    func declared(_ statement: GeneratedStatement) -> [Int] {
      statement.declares.map(\.id) + statement.parts.flatMap { $0.binds.map(\.id) + $0.body.flatMap(declared) }
    }
    func kept(_ statements: [GeneratedStatement]) -> [GeneratedStatement] {
      statements.compactMap { statement in
        if dropped.contains(statement.id) || !statement.uses.isDisjoint(with: lost) {
          lost.formUnion(declared(statement))
          return nil
        }
        var statement = statement
        for index in statement.parts.indices { statement.parts[index].body = kept(statement.parts[index].body) }
        return statement
      }
    }
    let opening = kept(opening)
    return GeneratedProgram(seed: seed, isFile: isFile, opening: opening, statements: kept(statements))
  }
}

/// Writes a program down.
private struct Writer {
  typealias Scope = [(variable: GeneratedVariable, line: Int)]

  let first: Int
  var result = GeneratedProgram.Rendered()

  init(first: Int) { self.first = first }

  private var next: Int { first + result.lines.count }

  mutating func write(_ statements: [GeneratedStatement], _ scope: inout Scope, _ indentation: String) {
    for statement in statements {
      let start = next
      for line in statement.text.split(separator: "\n") {
        if !statement.tellsTruth { see(scope) }
        add(String(line), scope, indentation)
      }
      for (index, part) in statement.parts.enumerated() {
        let line = next
        see(scope)
        add(part.opening, scope, indentation)
        var inner = part.isFunction ? [] : scope
        let begin = inner.count
        inner += part.binds.map { ($0, index == 0 ? start : line) }
        write(part.body, &inner, indentation + "  ")
        let isLast = index == statement.parts.count - 1
        if isLast {
          see(scope)
          add("}", scope, indentation)
        }
        // Where the scope of a case ends, no brace is.
        if part.isCase || !isLast && statement.parts[index + 1].isCase { continue }
        for (variable, line) in inner[begin...] {
          result.ends[.init(name: variable.name, line: line)] = isLast ? next - 1 : next
        }
      }
      scope += statement.declares.map { ($0, start) }
    }
  }

  /// A mark in the line that comes can name what is in scope.
  private mutating func see(_ scope: Scope) { result.visible[next] = Self.visible(scope) }

  private static func visible(_ scope: Scope) -> [String: Int] {
    Dictionary(scope.map { ($0.variable.name, $0.line) }, uniquingKeysWith: { $1 })
  }

  private mutating func add(_ text: String, _ scope: Scope, _ indentation: String) {
    let visible = Self.visible(scope)
    let innermost = scope.filter { visible[$0.variable.name] == $0.line }
    if ["return", "throw", "break", "continue"].contains(where: text.hasPrefix) { result.quits.insert(next) }
    let told = innermost.compactMap { variable, line in
      variable.truth.map { ", \"\(variable.name)#\(line)=\", \($0)" }
    }
    let check = "Truth.check(\(next)\(told.joined()))"
    result.lines.append(
      indentation + text.replacing("«check»", with: check).replacing("«line»", with: "\(next)"))
  }
}

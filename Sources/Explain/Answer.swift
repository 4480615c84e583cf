/// What a report says about a kind or a sign: a block of the texts.
package struct Answer: Equatable {
  /// A cause of a kind of failure.
  package struct Cause: Equatable {
    /// What is wrong in the program, as a sentence.
    var what: String
    /// How to tell this cause from the others.
    var sign = ""
    /// The id of the card; nil if there is none.
    package let card: String?
    /// The detail of a log that speaks for this cause or against it; nil if there is none.
    let detail: Detail?
  }

  /// Of a kind, what happened, as a sentence without a full stop. Of a sign, why its conclusion follows.
  package var head = ""
  package var causes: [Cause] = []
  /// Something to do, or to look at.
  struct Step: Equatable {
    let text: String
    /// The detail of a log without which it is of no use; nil if it always is.
    let detail: Detail?
  }

  var next: [Step] = []
  /// The ids of cards that help.
  var cards: [String] = []

  package static func about(_ kind: Kind) -> Answer { about(kind.rawValue) }

  /// The block with a name. Many signs need none.
  static func about(_ name: String) -> Answer { all[name] ?? Answer() }

  /// The blocks of the texts, by name.
  static let all = read(texts)

  static func read(_ text: String) -> [String: Answer] {
    var items: [Substring] = []
    for line in text.split(separator: "\n") {
      // A line that is indented goes on with the item before it, unless it has a mark of its own.
      let trimmed = line.trimmingSpaces
      let isItem = trimmed.first.map { "#*?-=".contains($0) } == true && trimmed.dropFirst().first == " "
      if isItem { items.append(trimmed) } else { items[items.count - 1] += " " + trimmed }
    }
    var blocks: [String: Answer] = [:]
    var (name, block) = ("", Answer())
    for item in items {
      let text = String(item.dropFirst(2))
      switch item.first {
      case "#":
        blocks[name] = block
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        (name, block) = (parts[0], Answer(head: parts.count > 1 ? parts[1] : ""))
      case "*": block.causes.append(Cause(text))
      case "?": block.causes[block.causes.count - 1].sign = text
      case "-": block.next.append(Step(text))
      default: block.cards = text.split(separator: ", ").map(String.init)
      }
    }
    blocks[name] = block
    return blocks
  }
}

extension Answer.Step {
  /// Reads a line such as "if own-code: Find the add."
  init(_ text: String) {
    let parts = text.hasPrefix("if ") ? text.dropFirst(3).split(separator: ": ", maxSplits: 1) : []
    detail = parts.first.map { Detail(named: String($0)) }
    self.text = parts.last.map(String.init) ?? text
  }
}

extension Answer.Cause {
  /// Reads a line such as "LIF-5 if observes-itself: The object observes itself."
  init(_ text: String) {
    let parts = text.split(separator: ": ", maxSplits: 1)
    let label = parts[0].split(separator: " ", maxSplits: 2)
    card = label[0] == "none" ? nil : String(label[0])
    detail = label.count > 2 ? Detail(named: String(label[2])) : nil
    what = String(parts[1])
  }
}

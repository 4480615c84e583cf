/// A message in Objective-C: `[receiver label:value …]`.
struct Message {
  let open: Int
  let close: Int
  let receiver: Range<Int>
  let arguments: [(label: String, token: Int, value: Range<Int>)]

  func argument(_ label: String) -> Range<Int>? { arguments.first { $0.label == label }?.value }

  var selector: String { arguments.map { $0.label + ":" }.joined() }
}

extension Source {
  /// The message to which a label belongs.
  func message(with label: Int) -> Message? {
    guard let open = brackets(around: label).first(where: { _ in true }), word(open) == .openBracket,
      let close = mate(open)
    else { return nil }
    var labels: [Int] = []
    var questions = 0
    for index in top(open + 1..<close) {
      if word(index) == .question { questions += 1 }
      guard isWord(index), word(index + 1) == .colon, index > open + 1 else { continue }
      // The colon of `a ? b : c`.
      if questions > 0 {
        questions -= 1
      } else {
        labels.append(index)
      }
    }
    guard let first = labels.first else { return nil }
    let ends = labels.dropFirst() + [close]
    return Message(
      open: open, close: close, receiver: open + 1..<first,
      arguments: zip(labels, ends).map { (text($0), $0, $0 + 2..<max($0 + 2, $1)) })
  }
}

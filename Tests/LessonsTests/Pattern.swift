/// What cannot be the same in two runs, and what a transcript shows in its place.
enum Pattern: String, CaseIterable, Sendable {
  /// `0x7f01a2b3` becomes `0x…`, in every transcript. Nil, `0x0`, is always the same and stays.
  case address
  /// `12:03:07` becomes `hh:mm:ss`.
  case time
  /// `0.42 s` becomes `… s`, also `ms` and `seconds`.
  case seconds

  func replaced(in text: String) -> String {
    switch self {
    case .address: text.replacing(/0x(?!0\b)[0-9a-f]+/, with: "0x…")
    case .time: text.replacing(/\b\d\d:\d\d:\d\d\b/, with: "hh:mm:ss")
    case .seconds: text.replacing(/\b\d+(?:\.\d+)? ?(ms|s|seconds)\b/) { "… \($0.1)" }
    }
  }

  /// The patterns that a comment asks for: addresses always, and those after the word `normalise`.
  static func declared(by comment: BlockComment?) throws(Unreadable) -> [Pattern] {
    guard let declaration = comment?["transcript"], !declaration.isEmpty else { return [.address] }
    let words = declaration.split { $0 == " " || $0 == "," }
    guard words.first == "normalise" else {
      throw Unreadable("the comment says \"\(declaration)\", which is not \"normalise …\"")
    }
    return try [.address]
      + words.dropFirst().map { word throws(Unreadable) in
        guard let pattern = Pattern(rawValue: String(word)) else {
          let known = allCases.map(\.rawValue).joined(separator: ", ")
          throw Unreadable("there is no pattern \"\(word)\"; there are \(known)")
        }
        return pattern
      }
  }
}

/// Why a block cannot be compared with anything.
struct Unreadable: Error, Equatable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

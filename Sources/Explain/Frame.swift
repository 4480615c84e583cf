/// A line of a call stack.
struct Frame {
  /// The number in its stack, if the line has one.
  let number: Int?
  /// The function, without address and offset; empty if the log has no symbol.
  let symbol: String
  /// The line as it is in the log.
  let line: String
  let kind: FrameKind

  /// Reads a line; nil if it is not of a call stack.
  init?(_ line: Substring) {
    var rest = line.trimmingSpaces
    // lldb marks the selected frame, lists and tables mark every line.
    while let first = rest.first, "*|-→+!:".contains(first), rest.dropFirst().first == " " {
      rest = rest.dropFirst().trimmingSpaces
    }
    guard rest.utf8.count > 1, rest.utf8.count < 2000 else { return nil }
    // A line of a report in JSON that cannot be read has a key in quotes.
    if rest.first == "\"" || rest.first == "{", rest.contains("\" :") || rest.contains("\":") { return nil }
    let whole = rest
    var number: Int?
    if rest.hasPrefix("frame #") { rest = rest.dropFirst("frame ".count) }
    let isMarked = rest.hasPrefix("#")
    if isMarked { rest = rest.dropFirst() }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let behind = rest.dropFirst(digits.count).first
    if !digits.isEmpty, digits.count < 7, let behind, behind == ":" && isMarked || behind.isWhitespace {
      number = Int(digits)
      rest = rest.dropFirst(digits.count).drop { $0 == ":" }.trimmingSpaces
    }
    guard let symbol = Frame.symbol(of: rest, isNumbered: number != nil) else { return nil }
    self.number = number
    self.line = String(whole)
    self.symbol = Frame.trimmed(symbol)
    self.kind = FrameKind(self.symbol)
  }

  /// The function in a line without a number; nil if there is none, and the line is no frame.
  private static func symbol(of line: Substring, isNumbered: Bool) -> Substring? {
    // lldb: image`function
    if let tick = line.firstIndex(of: "`"), line.contains("0x") || isNumbered { return line[tick...].dropFirst() }
    if isNumbered {
      if isImage(line) { return "" }
      // A table has its columns between bars.
      if line.contains(" | ") { return line.split(separator: "|").last?.trimmingSpaces }
      if let behind = afterAddress(line) { return behind }
      // Image, function, place.
      let columns = line.split(separator: "\t")
      if columns.count > 1 { return columns[1] }
      // A function alone, or an image and a function. Any other line with a number is a line of text.
      if isFunction(line) { return line }
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { return nil }
      if words[1].hasPrefix("<null>") { return words[0] }
      if words[1].hasPrefix("+ "), hasOffset(line) { return line }
      let behind = words[1].trimmingSpaces
      // Some services write the address as a decimal number.
      let digits = behind.prefix { $0.isASCII && $0.isNumber }
      if digits.count >= 8 { return behind.dropFirst(digits.count).trimmingSpaces }
      // Behind an image, a name with a dot is one of Swift's, such as Clock.tick.
      let isMember = !behind.contains(" ") && behind.dropFirst().dropLast().contains(".")
      return isFunction(behind) || isMember || hasOffset(behind) ? behind : nil
    }
    // The list of images has an address at the beginning too, and the address of an image's end.
    if line.hasPrefix("0x"), let behind = afterAddress(line) { return isLoadedImage(line) ? nil : behind }
    // A path of an image, and a method.
    if line.prefix(while: { $0 != " " }).contains("/"), let method = line.range(of: " -[") ?? line.range(of: " +[") {
      return line[method.lowerBound...].dropFirst()
    }
    // The title of an issue in a crash service: in objc_msgSend.
    if line.hasPrefix("in "), !line.dropFirst(3).contains(" "), FrameKind(String(line.dropFirst(3))) != .other {
      return line.dropFirst(3)
    }
    // Lines of functions alone. A message to an object, as in an exception, continues after its bracket.
    let isMethod = line.hasPrefix("-[") || line.hasPrefix("+[")
    if isMethod || line.contains("-[") && line.hasPrefix("__") {
      return line.contains("]: ") ? nil : line
    }
    if ["@objc ", "closure #", "partial apply", "$s", "_T"].contains(where: line.hasPrefix) { return line }
    if !line.contains(" "), FrameKind(String(line)) != .other { return line }
    let parts = line.split(separator: ";", omittingEmptySubsequences: false)
    return parts.count >= 4 && !line.contains(" ") ? "-[\(parts[0]) \(parts[1])]" : nil
  }

  /// Whether a text has the form of a function, with or without its place.
  private static func isFunction(_ text: Substring) -> Bool {
    let first = text.prefix { $0 != " " }
    if ["-[", "+[", "_", "$s", "@objc"].contains(where: first.hasPrefix) { return true }
    if ["closure", "partial", "specialized", "protocol", "static", "thunk"].contains(String(first)), first != text {
      return true
    }
    // A call, such as Clock.tick(at:). A bracket in a sentence comes after a space, or after a word without a dot.
    if let open = first.firstIndex(of: "("), open > first.startIndex {
      return first == text || first.contains(".") || first.contains(":")
    }
    // A name alone, such as my_function or Clock.date.getter.
    let isName = first == text && first.allSatisfy { $0.isLetter || $0.isNumber || "_:.".contains($0) }
    if isName, first.contains(".getter") || first.dropFirst().contains(where: { $0 == "_" || $0.isUppercase }) {
      return true
    }
    return FrameKind(String(first)) != .other
  }

  /// Whether a text ends in an offset, such as ` + 16`. A place can follow.
  private static func hasOffset(_ text: Substring) -> Bool {
    guard let plus = text.ranges(of: " + ").last else { return false }
    let offset = text[plus.upperBound...]
    let behind = offset.drop { $0.isASCII && $0.isNumber }
    return behind.startIndex > offset.startIndex && (behind.isEmpty || behind.hasPrefix(" ("))
  }

  /// Whether a line is of the list of images: it begins with the addresses of an image's beginning and end.
  static func isLoadedImage(_ line: Substring) -> Bool {
    let line = line.trimmingSpaces
    guard line.hasPrefix("0x") else { return false }
    let behind = line.dropFirst(2).drop { $0.isHexDigit }.trimmingSpaces
    return behind.hasPrefix("-") && behind.dropFirst().trimmingSpaces.hasPrefix("0x")
  }

  /// Whether a line names an image and nothing else.
  private static func isImage(_ line: Substring) -> Bool {
    let images = ["UIKit", "UIKitCore", "Foundation", "CoreFoundation", "AppKit", "QuartzCore", "GraphicsServices"]
    return !line.contains(" ") && !line.contains("\t")
      && (line.hasSuffix(".dylib") || line.hasPrefix("com.apple.") || images.contains(String(line)))
  }

  /// What comes after the address in a line; nil if there is none.
  private static func afterAddress(_ line: Substring) -> Substring? {
    for mark in ["0x", "(null)", "+0x"] {
      guard let found = line.range(of: mark) else { continue }
      // An address comes after the image, and before the function.
      if mark != "(null)", line[..<found.lowerBound].contains(where: { "[(<".contains($0) }) { continue }
      var rest = line[found.upperBound...]
      if mark != "(null)" { rest = rest.drop { $0.isHexDigit } }
      rest = rest.trimmingSpaces
      if rest.hasPrefix("in ") { rest = rest.dropFirst(3) }
      return rest
    }
    return nil
  }

  /// The function without offset, file and arguments. Empty for what is no name.
  private static func trimmed(_ symbol: Substring) -> String {
    var symbol = symbol.trimmingSpaces
    // What comes after a method's bracket is the place.
    if symbol.hasPrefix("-[") || symbol.hasPrefix("+["), let end = symbol.firstIndex(of: "]") {
      symbol = symbol[...end]
    }
    for mark in [" + ", " at ", "(self=", " (in "] {
      if let end = symbol.range(of: mark) { symbol = symbol[..<end.lowerBound] }
    }
    // A file in brackets, such as (Player.m:12).
    if symbol.hasSuffix(")"), let open = symbol.lastIndex(of: "("), symbol[open...].contains(":"),
      symbol[open...].contains(".")
    {
      symbol = symbol[..<open]
    }
    if symbol.hasSuffix(" ()") { symbol = symbol.dropLast(3) }
    symbol = symbol.trimmingSpaces
    let hasName = symbol.contains { $0.isLetter } && !symbol.hasPrefix("0x") && !symbol.hasPrefix("<redacted>")
    return hasName ? String(symbol) : ""
  }
}

extension Frame {
  /// Whether it is a dealloc, or a deinit, whose mangled name ends in `fD` or `fd`.
  var isDeallocation: Bool {
    symbol.hasSuffix(" dealloc]") || symbol.contains("deinit") || symbol.contains("__deallocating")
      || (symbol.hasPrefix("$s") || symbol.hasPrefix("_T")) && symbol.lowercased().hasSuffix("fd")
  }

  /// Whether it is a callback that a category or an extension adds to a class.
  var isCallbackOfCategory: Bool {
    kind == .callback && symbol.hasPrefix("-[") && symbol.prefix { $0 != " " }.contains("(")
  }
}

extension Substring {
  /// The part without spaces and tabs at either end.
  var trimmingSpaces: Substring {
    var trimmed = drop { $0 == " " || $0 == "\t" }
    while let last = trimmed.last, last == " " || last == "\t" { trimmed.removeLast() }
    return trimmed
  }

  /// The first place of those characters.
  func range(of part: String) -> Range<Index>? { self.firstRange(of: part) }
}

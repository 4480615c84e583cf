/// What a log says about an observation.
struct Facts: Equatable {
  /// A class and an address, if the log has them.
  struct Object: Equatable, Encodable {
    var className: String?
    var address: String?

    enum CodingKeys: String, CodingKey {
      case className = "class"
      case address
    }

    var text: String { [className, address].compactMap(\.self).joined(separator: " ") }
  }

  /// A registration that is left, from a list of observation info.
  struct Registration: Equatable, Encodable {
    var observer: Object
    var keyPath: String
    var options: [String]
    var context: String?
  }

  var observed: Object?
  var observer: Object?
  var keyPath: String?
  /// Whether what is named as the observer is the text of something that is no observer: another object has its address.
  var isObserverNoObject = false
  /// The key that has no value, or whose value changed without a notification.
  var key: String?
  /// Nil if the log does not say.
  var options: [String]?
  var context: String?
  var registrations: [Registration] = []
  /// The class of an instance that a message was sent to after its deallocation.
  var zombie: String?
  var system: SystemVersion?
  /// The library between the app and key-value observing.
  var mediator: Mediator?

  /// Whether one object observes itself.
  var observesItself: Bool {
    // A null address is none.
    guard let address = observed?.address, address.dropFirst(2).contains(where: { $0 != "0" }) else { return false }
    return observer?.address == address || registrations.contains { $0.observer.address == address }
  }

  /// Whether the observer is FBKVOController's shared one.
  var isSharedController: Bool {
    mediator?.name == "FBKVOController" && observer?.className?.hasPrefix("_FBKVO") != false
  }

  /// Whether the observer lives as long as its process.
  var isObserverPermanent: Bool {
    [
      "NSApplication", "UIApplication", "NSProcessInfo", "UIDevice", "NSDocumentController", "NSWorkspace",
      "NSFontManager", "NSSpellChecker", "NSHelpManager", "WKExtension",
    ].contains(observer?.className)
  }

  /// Whether the observed object is a notification center, which is not observed by a key path.
  var isObservedCenter: Bool { observed?.className?.hasSuffix("NotificationCenter") == true }

  /// Whether an observer in the list was gone when the list was printed.
  var hasGoneObserver: Bool { registrations.contains { $0.observer.address == "0x0" } }

  /// Whether a key path has more than one key.
  var isNested: Bool { ([keyPath] + registrations.map(\.keyPath)).contains { $0?.contains(".") == true } }

  var isEmpty: Bool {
    observed == nil && observer == nil && keyPath == nil && key == nil && registrations.isEmpty && options == nil
  }
}

extension Facts: Encodable {
  private enum Key: String, CodingKey {
    case observed, observer, keyPath, key, options, context, observesItself, registrations, mediator, system, era
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(observed, forKey: .observed)
    try values.encodeIfPresent(observer, forKey: .observer)
    try values.encodeIfPresent(keyPath, forKey: .keyPath)
    try values.encodeIfPresent(key, forKey: .key)
    try values.encodeIfPresent(options, forKey: .options)
    try values.encodeIfPresent(context, forKey: .context)
    try values.encode(observesItself, forKey: .observesItself)
    try values.encode(registrations, forKey: .registrations)
    try values.encodeIfPresent(mediator?.name, forKey: .mediator)
    try values.encodeIfPresent(system?.text, forKey: .system)
    try values.encodeIfPresent(system?.eraName, forKey: .era)
  }
}

extension Facts {
  /// - Parameters:
  ///   - words: what the log tells of the end of the process.
  ///   - all: all of its words.
  init(_ words: Words, all: Words, system: SystemVersion?) {
    readDeallocation(words)
    readRemoval(words)
    readUnhandled(words)
    readRegistration(words)
    readOthers(words)
    readZombie(all)
    self.system = system
    mediator = Mediator.named(in: all)
    if registrations.count == 1, let only = registrations.first {
      observer = observer ?? only.observer
      keyPath = keyPath ?? only.keyPath
      options = options ?? only.options
      context = context ?? only.context
    }
  }

  /// An instance 0x… of class Clock was deallocated, and the list behind it.
  private mutating func readDeallocation(_ words: Words) {
    if let instance = words.between("An instance ", " of class ", most: 40),
      let name = words.between(" of class ", " was deallocated", from: instance.end - " of class ".utf8.count)
    {
      observed = Object(className: name.text, address: instance.text)
    }
    var place = 0
    while registrations.count < 20, let observer = words.between("Observer: ", ", Key path: ", from: place, most: 80),
      let path = words.between(", Key path: ", ", Options: <", from: observer.end - ", Key path: ".utf8.count),
      let options = words.between("Options: <", ">", from: path.end - "Options: <".utf8.count)
    {
      let names = ["new", "old", "prior"].filter { Words(options.text).contains("\($0): yes") }
      let context =
        words.between(" Context: ", ",", from: options.end, most: 20)
        ?? words.between(" Context: ", ">", from: options.end, most: 24)
      registrations.append(
        Registration(
          observer: Object(address: observer.text), keyPath: path.text, options: names,
          context: context.map { $0.text.trimmingBrackets }))
      place = options.end
    }
  }

  /// Cannot remove an observer <…> for the key path "…" from <…>, and its twin about an update.
  private mutating func readRemoval(_ words: Words) {
    for start in ["Cannot remove an observer ", "Cannot update for observer ", "Cannot remove observer "] {
      guard let place = words.position(of: start) else { continue }
      if let found = words.between(start, " for the key", from: place) { observer = Object(found.text) }
      if let found = words.between("for the key path ", " from ", from: place) { keyPath = found.text.unquoted }
      if let from = words.position(of: " from <", from: place) {
        let ends = [", most likely", " because", ">."]
          .compactMap { words.between(" from <", $0, from: from) }.min { $0.end < $1.end }
        observed = ends.map { Object($0.text) } ?? observed
      }
      if let found = words.between("the value for the key ", " has changed", from: place) { key = found.text.unquoted }
      return
    }
  }

  /// <View: 0x…>: An -observeValueForKeyPath:… message was received but not handled.
  private mutating func readUnhandled(_ words: Words) {
    guard let place = words.position(of: "message was received but not handled") else { return }
    if let head = words.position(of: ": An -observeValueForKeyPath") {
      let before = words.text(max(0, head - 600)..<head)
      let start = before.firstRange(of: "reason: '")?.upperBound ?? before.startOfDescription
      let description = String(before[start...])
      observer = Object(description)
      isObserverNoObject = !description.drop { " '\"*".contains($0) }.hasPrefix("<")
    }
    if let path = words.between("Key path: ", " Observed object: ", from: place) { keyPath = path.text }
    if let found = words.between("Observed object: ", " Change: ", from: place, most: 3000) {
      observed = Object(found.text)
    }
    if let found = words.position(of: "Context: 0x", from: place) {
      context = words.text(found + "Context: ".utf8.count..<found + 30).prefixOfAddress
    }
  }

  /// [<Clock 0x…> addObserver:<View 0x…> forKeyPath:@"date" options:5 context:0x0]
  private mutating func readRegistration(_ words: Words) {
    guard let place = words.position(of: "addObserver:"),
      let path = words.between("forKeyPath:@\"", "\"", from: place),
      let found = words.between("addObserver:", " forKeyPath:", from: place)
    else { return }
    observer = Object(found.text)
    keyPath = path.text
    observed = Object(String(words.text(max(0, place - 150)..<place).suffix(while: { $0 != "[" })))
    if let number = words.between(" options:", " ", from: place, most: 12).flatMap({ Int($0.text) }) {
      let names = [(1, "new"), (2, "old"), (4, "initial"), (8, "prior")]
      options = names.filter { number & $0.0 != 0 }.map(\.1)
    }
    context = words.between(" context:", "]", from: place, most: 24)?.text
  }

  /// A key at the beginning of a text. It may have spaces in it, and ends with the sentence.
  private static func key(at text: String) -> String {
    let ends = [".'", ".\"", ". ", "'", "\"", ")"].compactMap { text.firstRange(of: $0)?.lowerBound }
    if let end = ends.min(), text.distance(from: text.startIndex, to: end) < 80 { return String(text[..<end]).unquoted }
    let word = String(text.prefix { $0 != " " }).unquoted
    return word.last == "." ? String(word.dropLast()) : word
  }

  private mutating func readOthers(_ words: Words) {
    if let place = words.position(of: " addObserver:forKeyPath:options:context:] is not supported") {
      observed = Object(String(words.text(max(0, place - 150)..<place).suffix(while: { $0 != "[" })))
    }
    if let place = words.position(of: "is not supported. Key path: ") {
      let start = place + "is not supported. Key path: ".utf8.count
      keyPath = String(words.text(start..<start + 200).prefix { !" '\"\n".contains($0) })
    }
    for method in ["valueForUndefinedKey:]", "setValue:forUndefinedKey:]"] {
      guard let place = words.position(of: method), place > 0 else { continue }
      // A message names the object in angle brackets, a frame the class with its category.
      let object = words.text(max(0, place - 150)..<place).suffix { $0 != "[" }
      if object.first == "<", !object.hasPrefix("<NSKeyValueObserv") { observed = Object(String(object)) }
      if let start = words.position(of: "compliant for the key ", from: place) {
        let from = start + "compliant for the key ".utf8.count
        key = Self.key(at: words.text(from..<from + 150))
      }
    }
    if let place = words.position(of: ": A +keyPathsForValuesAffectingValueForKey:") {
      observed = Object(
        className: String(words.text(max(0, place - 150)..<place).suffix(while: { !" '\"".contains($0) })), address: nil
      )
      if let found = words.between("Passed-in key: ", " ", from: place) { key = found.text }
    }
  }

  /// -[View retain]: message sent to deallocated instance 0x…: it is logged before the process ends.
  private mutating func readZombie(_ words: Words) {
    if let place = words.position(of: ": message sent to deallocated instance") {
      let name = words.text(max(0, place - 200)..<place).suffix(while: { $0 != "[" }).prefix { $0 != " " && $0 != "]" }
      let start = place + ": message sent to deallocated instance ".utf8.count
      zombie = String(name)
      let object = Object(className: String(name), address: words.text(start..<start + 20).prefixOfAddress)
      if words.contains("observeValueForKeyPath:ofObject:change:context:]: message sent") { observer = object }
      if words.contains("removeObserver:forKeyPath") && observer == nil { observed = object }
      // This repository's engine adds two lines.
      if let found = words.between("Key path: ", " Observed object: ", from: place) {
        keyPath = found.text
        let from = found.end
        observed = Object(String(words.text(from..<from + 100).prefix { $0 != ">" }))
      }
    }
  }
}

extension Facts.Object {
  /// Reads a description such as `<UIView: 0x1234; frame = …>`.
  init?(_ description: String) {
    let bare = description.trimmingBrackets
    let name = bare.prefix { !" :;(<".contains($0) }.drop { $0 == "*" }
    let start = bare.firstRange(of: "0x")?.lowerBound
    // Some people leave the digits out.
    let digits = start.map { bare[$0...].dropFirst(2).prefix { $0.isHexDigit } } ?? ""
    address = digits.isEmpty ? nil : "0x\(digits)"
    let cleaned = String(name).replacing("*", with: "")
    className = cleaned.isEmpty || cleaned.hasPrefix("0x") || cleaned == "..." ? nil : cleaned
    if className == nil && address == nil { return nil }
  }
}

extension String {
  fileprivate var unquoted: String {
    var text = self[...]
    while let first = text.first, "\"'`@".contains(first) { text = text.dropFirst() }
    while let last = text.last, "\"'`".contains(last) { text = text.dropLast() }
    return String(text)
  }

  fileprivate var trimmingBrackets: String {
    var text = self[...].trimmingSpaces
    while let first = text.first, "<'\"*".contains(first) { text = text.dropFirst() }
    while let last = text.last, ">'\"".contains(last) { text = text.dropLast() }
    return String(text)
  }

  /// The address at the beginning, such as `0x0`.
  fileprivate var prefixOfAddress: String? {
    hasPrefix("0x") ? "0x" + dropFirst(2).prefix { $0.isHexDigit } : nil
  }

  /// Where the description at the end begins: at the bracket that belongs to the last one.
  fileprivate var startOfDescription: Index {
    guard self[...].trimmingSpaces.last == ">" else { return lastIndex(of: "<") ?? startIndex }
    var open = 0
    for index in indices.reversed() {
      if self[index] == ">" { open += 1 }
      if self[index] == "<" { open -= 1 }
      if open == 0 && self[index] == "<" { return index }
    }
    return startIndex
  }

  /// The end that fulfils a condition.
  fileprivate func suffix(while condition: (Character) -> Bool) -> Substring {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}

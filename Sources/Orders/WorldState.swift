/// What can be seen of a world between two moves, asked of the objects themselves.
struct WorldState: Hashable {
  /// Nil in a story of one object.
  var view: Fate?
  var clock: Fate
  /// The registrations with the clock: one letter each, of the part of the view that it belongs to.
  var registered: String
  /// The parts of the view that have asked to be called and have not stopped, as long as both objects live.
  var asked: String
  /// Whether the view itself says that it observes; nil if it keeps no such record, or is gone.
  var believes: Bool?

  /// The form in which a process that plays writes it.
  var code: String {
    "\(view?.rawValue ?? "-")\(clock.rawValue),\(registered),\(asked),\(believes.map { $0 ? "y" : "n" } ?? "")"
  }

  init(view: Fate?, clock: Fate, registered: String, asked: String, believes: Bool?) {
    (self.view, self.clock, self.registered, self.asked, self.believes) = (view, clock, registered, asked, believes)
  }

  init?(code: some StringProtocol) {
    let parts = code.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].count == 2, let first = parts[0].first, let last = parts[0].last,
      let clock = Fate(rawValue: last), first == "-" || Fate(rawValue: first) != nil
    else { return nil }
    self.init(
      view: Fate(rawValue: first), clock: clock, registered: String(parts[1]), asked: String(parts[2]),
      believes: parts[3].isEmpty ? nil : parts[3] == "y")
  }
}

extension WorldState {
  /// Whether nothing is alive any more.
  var isEmpty: Bool { (view ?? .freed) == .freed && clock == .freed }

  /// The state in words.
  ///
  /// - Parameter story: names the observed object, and the parts of the view.
  func words(in story: OrderStory) -> String {
    if isEmpty { return view == nil ? "\(story.object) freed" : "both freed" }
    var words: [String] = []
    if view == .freed { words.append("view freed") }
    if view == .kept { words.append("view kept alive") }
    if clock == .freed { words.append("\(story.object) freed") }
    if clock == .kept { words.append("\(story.object) kept alive") }
    let (named, waiting) = (
      registered.compactMap { story.parts[$0] }, asked.sorted(by: >).map { story.parts[$0] ?? "view" }
    )
    if !named.isEmpty {
      words.append(named.joined(separator: " and ") + " registered")
    } else if !registered.isEmpty {
      let count = registered.count > 1 ? " twice" : story.parts.isEmpty ? "" : " once"
      words.append(
        "registered" + count
          + (story.parts.isEmpty || waiting.isEmpty ? "" : ", asked for by \(waiting.joined(separator: " and "))"))
    } else if !waiting.isEmpty {
      words.append("\(waiting.joined(separator: " and ")) not registered any more")
    }
    let observerLives = view.map { $0 != .freed } ?? true
    if observerLives && !registered.isEmpty && asked.isEmpty { words.append("though it has stopped") }
    if let believes, believes == asked.isEmpty {
      words.append("though the view thinks \(believes ? "it does" : "not")")
    }
    return words.isEmpty ? "no registration" : words.joined(separator: ", ")
  }
}

extension Scene {
  /// Explains the marks of a timeline, those that occur in it.
  mutating func addTimelineKey() {
    struct Arrow: Hashable { let isStopped, isMediated, isLoop: Bool, paint: Paint }
    var bars: Set<Bar> = []
    var signs: Set<Sign> = []
    var arrows: Set<Arrow> = []
    var (dies, isStopped) = (false, false)
    for item in items {
      switch item.shape {
      case .bar(let bar, _): bars.insert(bar)
      case .sign(let sign): signs.insert(sign)
      case .arrow(_, let isStopped, let isMediated):
        arrows.insert(Arrow(isStopped: isStopped, isMediated: isMediated, isLoop: false, paint: item.paint))
      case .loop(let isStopped, let isMediated):
        arrows.insert(Arrow(isStopped: isStopped, isMediated: isMediated, isLoop: true, paint: item.paint))
      case .death: dies = true
      case .halt: isStopped = true
      default: break
      }
    }
    let barTexts: [(Bar, Paint, String)] = [
      (.alive, .ink, "alive"), (.dying, .ink, "in deinit"), (.unrecorded, .dim, "not recorded: it may live or not"),
      (.leaked, .bad, "never freed"), (.registration, .registration, "a registration, beside the observed object"),
    ]
    let signTexts: [(Sign, Paint, String)] = [
      (.gone, .ink, "deallocated"), (.change, .ink, "a change"), (.announcement, .ink, "a change announced by hand"),
      (.runs, .dim, "another line that runs"), (.swept, .registration, "a registration cleaned up"),
      (.leftOver, .bad, "a registration left over"), (.trouble, .bad, "a mistake, or what follows from it"),
    ]
    let arrowTexts: [(Paint, isStopped: Bool, String)] = [
      (.registration, false, "an observer is added or removed"), (.registration, true, "a request that is dropped"),
      (.ink, false, "a call"), (.thread, false, "a call on another thread"),
      (.bad, false, "a call that should not come"),
      (.ink, true, "a call that is not made"), (.thread, true, "a call left for later"),
    ]
    var entries: [KeyEntry] = []
    func add(_ shape: Shape, _ paint: Paint, _ width: Int, _ text: String) {
      entries.append(KeyEntry(shape: shape, paint: paint, width: width, text: text))
    }
    for (bar, paint, text) in barTexts where bars.contains(bar) { add(.bar(bar), paint, 1, text) }
    for (sign, paint, text) in signTexts where signs.contains(sign) { add(.sign(sign), paint, 1, text) }
    for (paint, isStopped, text) in arrowTexts {
      guard arrows.contains(where: { $0.paint == paint && $0.isStopped == isStopped }) else { continue }
      add(.arrow(width: 3, isStopped: isStopped), paint, 3, text)
    }
    if arrows.contains(where: \.isLoop) { add(.loop(), .ink, 2, "to the object itself") }
    if arrows.contains(where: \.isMediated) { add(.arrow(width: 5, isMediated: true), .ink, 5, "through the mediator") }
    if dies { add(.death(width: 3), .bad, 3, "the process dies") }
    if isStopped { add(.halt(width: 3), .bad, 3, "the program is stopped") }
    addKey(entries)
  }
}

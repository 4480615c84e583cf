import Dispatch
import ManagedObserving
import RawObserving
import TestSupport
import Testing

// The code of the documentation, run. Its pages show the lines between the markers.

/// The page "Ways to observe": one excerpt for each way.
@Suite("The documentation's examples", .watched) struct DocumentationTests {
  final class ClockView: KeyValueObject {
    var text = ""

    // snippet.method
    func dateDidChange(_ change: Change<Int>) {
      text = "\(change.value)"
    }
    // snippet.end

    func anythingDidChange(_ change: Change<Int>) { text = "changed" }
  }

  private let clock = Clock()
  private let view = ClockView()
  private var controller: KVOController<ClockView> { view.kvoController }

  @Test("by a closure, by a method, by name")
  func ways() {
    // snippet.closure
    controller.observe(clock, \.$date, options: .old) { view, clock, change in
      view.text = "\(change.oldValue ?? 0) then \(change.value)"
    }
    // snippet.end
    clock.date = 1
    #expect(view.text == "0 then 1")
    controller.unobserveAll()
    // snippet.by-method
    controller.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) }
    // snippet.end
    clock.date = 2
    #expect(view.text == "2")
    controller.unobserveAll()
    // snippet.by-name
    controller.observe(
      clock, keyPaths: ["date", "zone"], options: .new
    ) { view, _, change in view.text = "\(change.keyPath) is \(change.newValue ?? "")" }
    // snippet.end
    clock.zone = "UTC"
    #expect(view.text == "zone is UTC")
  }

  /// A desk that observes what begins at itself.
  final class Desk: KeyValueObject {
    @Observed var clock = Clock()
    var title = 0

    func start() {
      // snippet.oneself
      kvoControllerLifetimeBound.observe(self, \.$clock.$date, options: .initial) {
        desk, _, change in
        desk.title = change.value
      }
      // snippet.end
    }
  }

  /// A shelf whose clock may be deallocated at any time.
  final class Shelf: KeyValueObject {
    // snippet.weak
    @ObservedWeak var clock: Clock?
    // snippet.end
    var text = ""

    func start() {
      // snippet.weak-path
      kvoControllerLifetimeBound.observe(self, \.$clock.$date) { shelf, _, change in

        shelf.text = change.value.map { "\($0)" } ?? "no clock"
      }
      // snippet.end
    }
  }

  @Test("oneself, and a weak part of a path")
  func oneself() {
    var (desk, shelf, clock): (Desk?, Shelf?, Clock?) = (Desk(), Shelf(), Clock())
    weak let deskProbe = desk
    weak let shelfProbe = shelf
    desk?.start()
    desk?.clock.date = 3
    #expect(desk?.title == 3)
    shelf?.clock = clock
    shelf?.start()
    clock?.date = 7
    #expect(shelf?.text == "7")
    clock = nil
    #expect(shelf?.text == "no clock")
    (desk, shelf) = (nil, nil)
    #expect(deskProbe == nil && shelfProbe == nil)
  }

  final class Playlist: KeyValueObject {
    @Observed var tracks = ["Blue Train"]
  }

  struct Row {
    let title: String
    init(_ title: String) { self.title = title }
  }

  final class TrackList: KeyValueObject {
    var rows: [Row] = []

    func show(_ playlist: Playlist) {
      // snippet.rows
      kvoController.observe(playlist, \.$tracks, options: .initial) { list, _, change in
        list.rows = change.value.map(Row.init)
      }
      // snippet.end
    }
  }

  @Test("elements of an array")
  func elements() {
    let (playlist, list) = (Playlist(), TrackList())
    list.show(playlist)
    // snippet.elements
    let tracks = playlist.mutableArray(\.$tracks)
    tracks.append("Giant Steps")
    tracks[0] = "Naima"
    // snippet.end
    #expect(list.rows.map(\.title) == ["Naima", "Giant Steps"])
  }

  /// Each property is of a kind that a key path may name.
  class Player: KeyValueObject {
    @Observed var clock = Clock()
    @Observed var spare: Clock?
    @ObservedWeak var source: Clock?
    @Observed var volume = 1

    // snippet.computed
    var isLoud: Bool { volume > 5 }
    var isLoudProperty: Property<Bool> { computed(\Player.isLoud) }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("isLoud", \Player.isLoud, dependsOn: \.$volume)]
    }
    // snippet.end
  }

  final class PortablePlayer: Player {
    @Observed var charge = 100
  }

  @Test("what a typed key path may name")
  func nameable() {
    let player = PortablePlayer()
    // snippet.nameable
    controller.observe(player, \.$charge) { view, _, change in view.text = "\(change.value)" }
    controller.observe(player, \.$volume) { view, _, change in view.text = "\(change.value)" }
    controller.observe(player, \.$clock.$date) { view, _, change in view.text = "\(change.value)" }
    controller.observe(player, \.$spare.$date) { view, _, change in view.text = "\(change.value ?? 0)" }
    controller.observe(player, \.$source.$zone) { view, _, change in view.text = change.value ?? "" }
    controller.observe(player, \.isLoudProperty) { view, _, change in view.text = "\(change.value)" }
    // snippet.end
    func text(_ body: () -> Void) -> String {
      body()
      return view.text
    }
    let source = Clock()
    player.source = source
    #expect(text { player.charge = 99 } == "99" && text { player.clock.date = 4 } == "4")
    #expect(text { player.spare = clock } == "0" && text { clock.date = 5 } == "5")
    #expect(text { source.zone = "UTC" } == "UTC" && text { player.volume = 5 } == "5")
    controller.unobserve(player, \.$volume)
    #expect(text { player.volume = 6 } == "true")
  }

  /// A volume that corrects itself, and one that is corrected before it is set.
  // snippet.did-set
  final class LateVolume: KeyValueObject {
    @Observed var level = 0 {
      didSet { if level > 10 { level = 10 } }
    }
  }

  final class Volume: KeyValueObject {
    @Observed private(set) var level = 0

    func set(_ level: Int) { self.level = min(level, 10) }
  }
  // snippet.end

  @Test("a didSet runs after the observers, which hear both values")
  func didSet() {
    let (late, volume) = (LateVolume(), Volume())
    var levels: [Int] = []
    controller.observe(late, \.$level) { _, _, change in levels.append(change.value) }
    controller.observe(volume, \.$level) { _, _, change in levels.append(-change.value) }
    late.level = 50
    volume.set(50)
    #expect(levels == [50, 10, -10])
    // snippet.private-set
    volume.setValue(50, forKey: "level")
    // snippet.end
    #expect(volume.level == 50 && levels.last == -50)
  }

  @Test("a handler that sets its own property")
  func setsItsOwn() {
    // snippet.sets-its-own
    controller.observe(clock, \.$date) { view, clock, change in
      view.text += "\(change.value) "
      if change.value > 23 { clock.date = 23 }
    }
    // snippet.end
    clock.date = 30
    #expect(view.text == "30 23 ")
  }

  @Test("a second observation of the same: dropped, replaced")
  func duplicates() {
    controller.observe(clock, \.$date) { view, _, change in view.anythingDidChange(change) }
    // snippet.replace
    controller.observe(clock, \.$date, duplicates: .replace) { view, _, change in view.dateDidChange(change) }
    // snippet.end
    clock.date = 4
    #expect(view.text == "4")
    // snippet.dropped
    let second = controller.observe(clock, \.$date) { view, _, change in view.anythingDidChange(change) }
    if !second.isActive { view.text = "observed already, or no clock" }
    // snippet.end
    #expect(view.text == "observed already, or no clock")
  }

  @Test("tokens: kept, scoped; and an end inside the handler")
  func tokens() {
    // snippet.token
    let token = controller.observe(clock, \.$date) { view, _, change in view.anythingDidChange(change) }
    token.cancel()
    // snippet.end
    clock.date = 1
    #expect(view.text == "" && !token.isActive)
    // snippet.first-call
    controller.observe(clock, \.$date, options: .initial) { view, clock, change in
      view.text += "\(change.value) "
      view.kvoController.unobserve(clock, \.$date)
    }
    // snippet.end
    clock.date = 2
    #expect(view.text == "1 ")
    // snippet.scoped
    var scoped: ScopedObservation? = controller.observe(clock, \.$date) { view, _, change in
      view.anythingDidChange(change)
    }.scoped()
    #expect(scoped?.token.isActive == true)
    scoped = nil  // no change calls the view any more
    // snippet.end
    #expect(clock.activeObservations.isEmpty)
  }

  // snippet.main-actor
  @MainActor final class Label {
    var text = ""
    private lazy var controller = KVOController(observer: self)

    func show(_ download: Download) {
      controller.observe(download, \.$receivedBytes, on: .shared) { label, change in
        label.text = "\(change.value)"
      }
    }
  }
  // snippet.end

  @MainActor final class DownloadRow {
    var text = ""
    private lazy var controller = KVOController(observer: self)

    // snippet.handed-over
    func show(_ download: Download) {
      controller.observe(download, \.$receivedBytes, on: .shared) { row, download, change in
        row.text = "\(download.name): \(change.value)"
      }
    }
    // snippet.end

    // snippet.latest
    private var observation: ScopedObservation?

    func showLatest(_ download: Download) {
      observation = controller.observe(download, \.$receivedBytes, latestOn: .shared) { row, bytes in
        row.text = "\(bytes)"
      }.scoped()
    }
    // snippet.end

    func wait() async { await controller.waitForDeliveries() }
  }

  @Test("the object is handed over; the latest value is there at once")
  @MainActor func handedOver() async {
    let (row, download) = (DownloadRow(), Download())
    row.show(download)
    download.receive(5)
    await row.wait()
    #expect(row.text == "download: 5")
    let other = Download()
    row.showLatest(download)
    row.showLatest(other)
    #expect(row.text == "0")
    other.receive(3)
    await row.wait()
    #expect(row.text.hasSuffix("3"))
  }

  final class Song: KeyValueObject {
    @Observed var title = ""
  }

  final class Album: KeyValueObject {
    @Observed var songs = [Song(), Song()]
  }

  final class SongList: KeyValueObject {
    var titles: [String] = []

    func show(_ album: Album) {
      // snippet.each
      kvoController.observe(album, \.$songs, options: [.initial, .old]) { list, _, change in
        for song in change.oldValue ?? change.oldElements ?? [] { list.kvoController.unobserve(song, \.$title) }
        for song in change.value {
          list.kvoController.observe(song, \.$title, duplicates: .ignoreInSilence) { list, song, change in
            list.titles.append(change.value)
          }
        }
      }
      // snippet.end
    }
  }

  @Test("the elements of an array")
  func eachElement() {
    let (album, list) = (Album(), SongList())
    list.show(album)
    album.songs[1].title = "Naima"
    let left = album.songs.removeFirst()
    left.title = "gone"
    album.mutableArray(\.$songs).append(left)
    left.title = "So What"
    #expect(list.titles == ["Naima", "So What"])
  }

  final class Cell: KeyValueObject {
    var text = ""
    // snippet.cell
    private var observation: ScopedObservation?

    func show(_ clock: Clock) {
      observation = kvoController.observe(clock, \.$date, options: .initial) { cell, _, change in
        cell.text = "\(change.value)"
      }.scoped()
    }
    // snippet.end
  }

  @Test("a cell that is used again")
  func cell() {
    let cell = Cell()
    for _ in 0..<2 { cell.show(clock) }
    clock.date = 9
    #expect(cell.text == "9" && clock.activeObservations.count == 1)
  }

  // snippet.worker
  /// A download that the main actor observes while a task receives it.
  // Sound because one task alone touches the property once it has begun.
  final class Download: KeyValueObject, @unchecked Sendable {
    let name = "download"
    @Observed private(set) var receivedBytes = 0

    func receive(_ count: Int) { receivedBytes += count }
  }
  // snippet.end

  @Test("on the main actor")
  @MainActor func elsewhere() async {
    let (label, download) = (Label(), Download())
    // snippet.detached
    label.show(download)
    Task.detached { download.receive(512) }
    // snippet.end
    await waitUntil { !label.text.isEmpty }
    #expect(label.text == "512")
  }

  @Test("a loop over the changes")
  @MainActor func loop() async {
    let (clock, view) = (Clock(), ClockView())
    let controller = view.kvoController
    // snippet.sequence
    let loop = Task { [weak view] in
      for await change in controller.changes(of: clock, \.$date, buffering: .bufferingNewest(1)) {
        if Task.isCancelled || change.value == 24 { break }
        view?.text = "\(change.value)"
      }
    }
    // snippet.end
    await waitUntil { view.text == "0" }
    clock.date = 24
    await loop.value
    #expect(view.text == "0" && clock.activeObservations.isEmpty)
  }

  // snippet.wait
  @Test("the label shows the date") @MainActor func labelShowsDate() async {
    let (clock, label) = (Clock(), DateLabel())
    label.show(clock)
    clock.date = 5
    await label.controller.waitForDeliveries()
    #expect(label.text == "5")
  }
  // snippet.end

  // snippet.leak
  @Test("a label that is gone leaves nothing behind") @MainActor func labelIsReleased() async {
    let clock = Clock()
    var label: DateLabel? = DateLabel()
    weak let left = label
    let controller = label?.controller  // it knows what is still to be released
    label?.show(clock)
    clock.date = 5
    label = nil
    await controller?.waitForDeliveries()
    #expect(left == nil)
  }
  // snippet.end

  @MainActor final class DateLabel {
    var text = ""
    private(set) lazy var controller = KVOController(observer: self)

    func show(_ clock: Clock) {
      controller.observe(clock, \.$date, on: .shared) { label, change in label.text = "\(change.value)" }
    }
  }

  /// A count that may be changed anywhere.
  final class Tally: Sendable {
    let count = Locked(0)
  }

  @Test("on a queue")
  func queue() async {
    let tally = Tally()
    let controller = KVOController(observer: tally)
    // snippet.queue
    let queue = DispatchQueue(label: "tally")
    controller.observe(clock, \.$date, on: .function { work in queue.async(execute: work) }) {
      tally, _ in
      tally.count.withLock { $0 += 1 }
    }
    // snippet.end
    for date in 1...3 { clock.date = date }
    await controller.waitForDeliveries()
    #expect(tally.count.withLock { $0 } == 3)
  }

  @Test("what is observed by whom")
  func introspection() {
    controller.observe(clock, \.$date) { view, _, change in view.anythingDidChange(change) }
    // snippet.introspection
    for observation in clock.activeObservations where observation.observer === view {
      view.text = "\(observation.keyPath), \(observation.options), \(observation.handler)"
    }
    // snippet.end
    #expect(view.text == "date, [.new], block")
    clock.addObserver(view, forKeyPath: "zone")
    // snippet.registrations
    let keyPaths = clock.activeRegistrations.map(\.keyPath)
    let handedOver = clock.activeRegistrations.filter(\.isForOthers)
    // snippet.end
    #expect(keyPaths == ["date", "zone"])
    #expect(handedOver.count == 1 && handedOver[0].observer == nil && handedOver[0].keyPath == "date")
    clock.removeObserver(view, forKeyPath: "zone")
  }
}

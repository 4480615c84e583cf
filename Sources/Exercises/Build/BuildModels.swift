import RawObserving

/// Loads a song.
class SongPlayer: KeyValueObject {
  /// How much of it is loaded, in percent.
  @Observed var buffered = 0
  @Observed var title = "Red"
}

/// Runs code of its own before an observer is removed.
class InterruptingPlayer: SongPlayer {
  private(set) var removals = 0
  /// Called before the first removal.
  var interruption: (() -> Void)?

  override func removeObserver(_ observer: KeyValueObject, forKeyPath keyPath: String) {
    interrupt()
    super.removeObserver(observer, forKeyPath: keyPath)
  }

  override func removeObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    interrupt()
    super.removeObserver(observer, forKeyPath: keyPath, context: context)
  }

  func interrupt() {
    removals += 1
    let interruption = self.interruption
    self.interruption = nil
    interruption?()
  }
}

// snippet.frugal
/// Drops what it has loaded before an observer is removed.
final class FrugalPlayer: InterruptingPlayer {
  override func interrupt() {
    super.interrupt()
    buffered = 0
  }
}
// snippet.end

/// Shows how much of a song is loaded.
// snippet.bar
final class BufferBar<Controller: MediatingController> {
  private(set) lazy var controller = Controller(observer: self)
  var shown: [String] = []

  func show(_ player: SongPlayer) {
    controller.observe(player, "buffered") { (bar: BufferBar, player: SongPlayer) in
      bar.shown.append("\(player.buffered) %")
    }
  }
}
// snippet.end

/// How a player ends the observations that it has of itself, in its deinit.
enum Ending: CaseIterable {
  case byItself, all, one
}

/// Observes itself, to start when the song is loaded.
final class OwnPlayer<Controller: MediatingController>: SongPlayer {
  private lazy var controller = Controller(observer: self)
  private(set) var isPlaying = false
  var ending = Ending.byItself

  func start() {
    controller.observe(self, "buffered") { (_: OwnPlayer, player: OwnPlayer) in
      if player.buffered == 100 { player.isPlaying = true }
    }
    controller.observe(self, "title") { (_: OwnPlayer, player: OwnPlayer) in player.isPlaying = false }
  }

  deinit {
    switch ending {
    case .byItself: break
    case .all: controller.unobserveAll()
    case .one: controller.unobserve(self, "buffered")
    }
  }
}

final class Marker {}

import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let swappedPlayer = [
    Attempt("solution", of: "swapped-player", accepted: true) { $0.swappedPlayer(SwappedPlayerSolution.self) },
    Attempt("remove in willSet", of: "swapped-player", accepted: true) { $0.swappedPlayer(SwappedPlayerWillSet.self) },
    Attempt("by the controller", of: "swapped-player", accepted: true) {
      $0.swappedPlayer(SwappedPlayerByController.self)
    },
    Attempt("by a path through the property", of: "swapped-player", accepted: true) {
      $0.swappedPlayer(SwappedPlayerByPath.self)
    },
    Attempt("add only", of: "swapped-player", accepted: false) { $0.swappedPlayer(SwappedPlayerWithoutRemove.self) },
    Attempt("neither removed nor added", of: "swapped-player", accepted: false) {
      $0.swappedPlayer(SwappedPlayerWithoutBoth.self)
    },
    Attempt("the new player is ignored", of: "swapped-player", accepted: false) {
      $0.swappedPlayer(SwappedPlayerRemovesNothing.self)
    },
    Attempt("calls of the old player are dropped", of: "swapped-player", accepted: false) {
      $0.swappedPlayer(SwappedPlayerIgnoresOldPlayer.self)
    },
  ]
}

// Accepted: in `willSet` the property still has the old player.
enum SwappedPlayerWillSet: SwappedPlayerExercise {
  final class Bar: KeyValueObject {
    let display: Display
    var player: Player {
      willSet { player.removeObserver(self, forKeyPath: "bufferedSeconds") }
      didSet { player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new) }
    }

    init(for player: Player, on display: Display) {
      (self.player, self.display) = (player, display)
      super.init()
      player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
    }

    deinit { player.removeObserver(self, forKeyPath: "bufferedSeconds") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(player.bufferedSeconds)
    }
  }

  static func openBar(for player: Player, on display: Display) -> Bar { Bar(for: player, on: display) }

  static func follow(_ player: Player, with bar: Bar) { bar.player = player }
}

// Accepted: the controller has to unobserve the old player by name, too.
enum SwappedPlayerByController: SwappedPlayerExercise {
  final class Bar: KeyValueObject {
    let display: Display
    var player: Player {
      didSet {
        kvoController.unobserve(oldValue)
        observe()
      }
    }

    init(for player: Player, on display: Display) {
      (self.player, self.display) = (player, display)
      super.init()
      observe()
    }

    func observe() {
      kvoController.observe(player, \.$bufferedSeconds) { bar, player, _ in bar.display.show(player.bufferedSeconds) }
    }
  }

  static func openBar(for player: Player, on display: Display) -> Bar { Bar(for: player, on: display) }

  static func follow(_ player: Player, with bar: Bar) { bar.player = player }
}

// Accepted: the path leads to the present player, because the property announces its changes.
enum SwappedPlayerByPath: SwappedPlayerExercise {
  final class Bar: KeyValueObject {
    let display: Display
    @Observed var player: Player

    init(for player: Player, on display: Display) {
      self.player = player
      self.display = display
      super.init()
      addObserver(self, forKeyPath: "player.bufferedSeconds")
    }

    deinit { removeObserver(self, forKeyPath: "player.bufferedSeconds") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(player.bufferedSeconds)
    }
  }

  static func openBar(for player: Player, on display: Display) -> Bar { Bar(for: player, on: display) }

  static func follow(_ player: Player, with bar: Bar) { bar.player = player }
}

// Rejected: the bar still observes the player that it has left.
enum SwappedPlayerWithoutRemove: SwappedPlayerExercise {
  final class Bar: KeyValueObject {
    let display: Display
    var player: Player {
      didSet {
        player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
      }
    }

    init(for player: Player, on display: Display) {
      (self.player, self.display) = (player, display)
      super.init()
      player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
    }

    deinit { player.removeObserver(self, forKeyPath: "bufferedSeconds") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(player.bufferedSeconds)
    }
  }

  static func openBar(for player: Player, on display: Display) -> Bar { Bar(for: player, on: display) }

  static func follow(_ player: Player, with bar: Bar) { bar.player = player }
}

// Rejected: the bar still observes the first player.
enum SwappedPlayerWithoutBoth: SwappedPlayerExercise {
  final class Bar: KeyValueObject {
    let display: Display
    var player: Player {
      didSet {
        // The registration should come along.
      }
    }

    init(for player: Player, on display: Display) {
      (self.player, self.display) = (player, display)
      super.init()
      player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
    }

    deinit { player.removeObserver(self, forKeyPath: "bufferedSeconds") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(player.bufferedSeconds)
    }
  }

  static func openBar(for player: Player, on display: Display) -> Bar { Bar(for: player, on: display) }

  static func follow(_ player: Player, with bar: Bar) { bar.player = player }
}

// Rejected: the bar never follows another player.
enum SwappedPlayerRemovesNothing: SwappedPlayerExercise {
  final class Bar: KeyValueObject {
    let display: Display
    var player: Player {
      didSet {
        player.removeObserver(self, forKeyPath: "bufferedSeconds")
        player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
      }
    }

    init(for player: Player, on display: Display) {
      (self.player, self.display) = (player, display)
      super.init()
      player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
    }

    deinit { player.removeObserver(self, forKeyPath: "bufferedSeconds") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      display.show(player.bufferedSeconds)
    }
  }

  static func openBar(for player: Player, on display: Display) -> Bar { Bar(for: player, on: display) }

  static func follow(_ player: Player, with bar: Bar) {}
}

// Rejected: the registration with the old player is left when that player is deallocated.
enum SwappedPlayerIgnoresOldPlayer: SwappedPlayerExercise {
  final class Bar: KeyValueObject {
    let display: Display
    var player: Player {
      didSet {
        player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
      }
    }

    init(for player: Player, on display: Display) {
      (self.player, self.display) = (player, display)
      super.init()
      player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
    }

    deinit { player.removeObserver(self, forKeyPath: "bufferedSeconds") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if object === player { display.show(player.bufferedSeconds) }
    }
  }

  static func openBar(for player: Player, on display: Display) -> Bar { Bar(for: player, on: display) }

  static func follow(_ player: Player, with bar: Bar) { bar.player = player }
}

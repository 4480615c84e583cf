import Exercises
import ManagedObserving
import RawObserving

@testable import Solutions

extension Attempt {
  static let missingRemove = [
    Attempt("solution", of: "missing-remove", accepted: true) { $0.missingRemove(MissingRemoveSolution.self) },
    Attempt("by the controller", of: "missing-remove", accepted: true) {
      $0.missingRemove(MissingRemoveByController.self)
    },
    Attempt("without add", of: "missing-remove", accepted: false) { $0.missingRemove(MissingRemoveWithoutAdd.self) },
    Attempt("kept for ever", of: "missing-remove", accepted: false) { $0.missingRemove(MissingRemoveKeptForever.self) },
    Attempt("read on demand", of: "missing-remove", accepted: false) {
      $0.missingRemove(MissingRemoveReadOnDemand.self)
    },
  ]
}

// Accepted: the controller removes.
enum MissingRemoveByController: MissingRemoveExercise {
  final class Bar: KeyValueObject {
    let player: Player
    var shownSeconds = 0

    init(for player: Player) {
      self.player = player
      super.init()
      kvoController.observe(player, \.$bufferedSeconds) { bar, player, _ in bar.shownSeconds = player.bufferedSeconds }
    }
  }

  static func openBar(for player: Player) -> Bar { Bar(for: player) }

  static func shownSeconds(of bar: Bar) -> Int { bar.shownSeconds }
}

// Rejected: nothing is observed, so nothing can go wrong.
enum MissingRemoveWithoutAdd: MissingRemoveExercise {
  final class Bar: KeyValueObject {
    let player: Player
    var shownSeconds = 0

    init(for player: Player) {
      self.player = player
      super.init()
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      shownSeconds = player.bufferedSeconds
    }
  }

  static func openBar(for player: Player) -> Bar { Bar(for: player) }

  static func shownSeconds(of bar: Bar) -> Int { bar.shownSeconds }
}

// Rejected: the bar is never deallocated.
enum MissingRemoveKeptForever: MissingRemoveExercise {
  final class Bar: KeyValueObject {
    let player: Player
    var shownSeconds = 0

    init(for player: Player) {
      self.player = player
      super.init()
      player.addObserver(self, forKeyPath: "bufferedSeconds", options: .new)
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      shownSeconds = player.bufferedSeconds
    }
  }

  nonisolated(unsafe) static var kept: [Bar] = []

  static func openBar(for player: Player) -> Bar {
    kept.append(Bar(for: player))
    return kept.last!
  }

  static func shownSeconds(of bar: Bar) -> Int { bar.shownSeconds }
}

// Rejected: nothing is observed. The bar reads the player when the check asks.
enum MissingRemoveReadOnDemand: MissingRemoveExercise {
  final class Bar: KeyValueObject {
    let player: Player

    init(for player: Player) {
      self.player = player
      super.init()
    }
  }

  static func openBar(for player: Player) -> Bar { Bar(for: player) }

  static func shownSeconds(of bar: Bar) -> Int { bar.player.bufferedSeconds }
}

import Observation
import RawObserving

/// What the attempt at `redrawn-rows` gives to its check.
@MainActor
public protocol RedrawnRowsExercise: SendableMetatype {
  associatedtype Playlist: AnyObject

  /// Makes a playlist of songs with these titles, none of which has been played.
  static func makePlaylist(_ titles: [String]) -> Playlist

  /// What the row of a song shows: its title.
  static func row(_ index: Int, of playlist: Playlist) -> String

  /// What the footer shows: how often songs of the playlist have been played in all.
  static func footer(of playlist: Playlist) -> Int

  /// Plays a song.
  static func play(_ index: Int, of playlist: Playlist)

  /// Gives a song another title.
  static func rename(_ index: Int, of playlist: Playlist, to title: String)
}

extension Exercise {
  static let redrawnRows = Exercise(
    "redrawn-rows", lesson: 16, "Rows that are drawn for nothing",
    failure: "after 2 plays of the second song, the rows have been drawn [1, 1, 1] times: [3, 3, 3] times",
    hints: [
      "Which properties of which observable objects does a row read?",
      "The row reads the property `songs` of the playlist, which is one value with all titles and all plays. A tracker "
        + "is told of the whole property. Which object could have the title as a property of its own?",
      "Make `Song` a class: `@MainActor @Observable final class Song`, with an `init(title:)`. Then a play sets a "
        + "property of the song, and `songs` stays as it is.",
    ],
    proof: [
      "Songs were played and renamed, and only the row with the new title was drawn again.",
      "With titles and plays in one array of structs, each play would have drawn all three rows.",
    ])
}

extension Check {
  /// Plays and renames songs of a list, and counts how often each part of the list is drawn.
  public func redrawnRows<Attempt: RedrawnRowsExercise>(_ attempt: Attempt.Type) {
    onMainActor { self.rows(attempt) }
  }

  @MainActor
  private func rows<Attempt: RedrawnRowsExercise>(_ attempt: Attempt.Type) {
    step("a list shows three songs")
    var titles = ["Morning", "Noon", "Evening"]
    let playlist = Attempt.makePlaylist(titles)
    let rows = titles.indices.map { index in Drawing { Attempt.row(index, of: playlist) } }
    let footer = Drawing { "\(Attempt.footer(of: playlist))" }
    func draw() {
      for row in rows { row.drawIfNeeded() }
      footer.drawIfNeeded()
    }
    func expectRows(drawn wanted: [Int], _ when: String) {
      let drawings = rows.map(\.drawings)
      expect(drawings == wanted, "\(when), the rows have been drawn \(wanted) times", saw: "\(drawings) times")
    }
    func expectShown(plays: Int) {
      let shown = rows.map(\.shown)
      expect(shown == titles, "the rows show \(titles)", saw: "they show \(shown)")
      expect(footer.shown == "\(plays)", "the footer shows \(plays)", saw: "it shows \(footer.shown)")
    }
    draw()
    expectShown(plays: 0)
    step("the second song is played twice")
    for _ in 1...2 {
      Attempt.play(1, of: playlist)
      draw()
    }
    expectShown(plays: 2)
    expectRows(drawn: [1, 1, 1], "after 2 plays of the second song")
    step("the third song gets another title")
    titles[2] = "Night"
    Attempt.rename(2, of: playlist, to: "Night")
    draw()
    expectShown(plays: 2)
    expectRows(drawn: [1, 1, 2], "with the new title")
    step("the first two songs get other titles, one by one")
    for (index, title) in [(0, "Dawn"), (1, "Midday")] {
      titles[index] = title
      Attempt.rename(index, of: playlist, to: title)
      draw()
    }
    expectShown(plays: 2)
    expectRows(drawn: [2, 2, 2], "with these titles")
    step("every song is played once more")
    for index in titles.indices { Attempt.play(index, of: playlist) }
    draw()
    expectShown(plays: 5)
    expectRows(drawn: [2, 2, 2], "after these plays")
  }
}

// Rows that are drawn for nothing
//
// A list shows a playlist: in each row the title of a song, and in the footer how often songs have been played in all. A
// row or the footer is drawn again when something that it has read has changed. With this code, each time that a song is
// played, every row is drawn again.
//
// Change the playlist so that a row is drawn again only when its own title has changed. The footer follows every play.

import Exercises
import Observation

enum Attempt: RedrawnRowsExercise {
  struct Song {
    var title: String
    var plays = 0
  }

  @MainActor
  @Observable
  final class Playlist {
    var songs: [Song]

    init(_ titles: [String]) { songs = titles.map { Song(title: $0) } }
  }

  static func makePlaylist(_ titles: [String]) -> Playlist { Playlist(titles) }

  static func row(_ index: Int, of playlist: Playlist) -> String { playlist.songs[index].title }

  static func footer(of playlist: Playlist) -> Int { playlist.songs.reduce(0) { $0 + $1.plays } }

  static func play(_ index: Int, of playlist: Playlist) { playlist.songs[index].plays += 1 }

  static func rename(_ index: Int, of playlist: Playlist, to title: String) { playlist.songs[index].title = title }
}

// A tracker is told of properties of observable objects. The array was one property, with every title and every number.
// Now each song is an observable object. A play sets its `plays`, which the rows do not read, and `songs` stays as it is.
// A row is still drawn again if the array changes: if a song is added, for example.

import Exercises
import Observation

enum Attempt: RedrawnRowsExercise {
  @MainActor
  @Observable
  final class Song {
    var title: String
    var plays = 0

    init(title: String) { self.title = title }
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

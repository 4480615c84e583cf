import RawObserving

/// The cost of changing one element of many.
enum Collections {
  static let all: [Benchmark] = [
    Benchmark("change one element of 1,000, unobserved", .loop { element(of: 1_000) }),
    Benchmark(
      "change one element of 100,000, unobserved", to: "change one element of 1,000, unobserved",
      atMost: 2, .loop { element(of: 100_000) }),
    Benchmark(
      "read one element of 1,000 through mutableArray", to: "change one element of 1,000, unobserved", atMost: 10,
      .loop(reading)),
    Benchmark("append, unobserved", .loop { editing { playlist, _, value in playlist.tracks.append(value) } }),
    Benchmark(
      "append through mutableArray, unobserved", to: "append, unobserved", atMost: 20,
      .loop { editing { _, tracks, value in tracks.append(value) } }),
    Benchmark(
      "append to an observed array, one raw observer",
      .loop { editing(options: .new) { playlist, _, value in playlist.tracks.append(value) } }),
    Benchmark(
      "append through mutableArray, one raw observer", to: "append to an observed array, one raw observer", atMost: 20,
      .loop { editing(options: .new) { _, tracks, value in tracks.append(value) } }),
    Benchmark(
      "change one element of 1,000, one raw observer",
      .loop { editing(1_000, options: .new) { playlist, _, value in playlist.tracks[value % 1_000] = value } }),
  ]

  /// A loop that edits an array, in place or element by element.
  ///
  /// - Parameters:
  ///   - count: how many elements the array has. If it has none, it is emptied before each loop.
  ///   - options: those of one observer; nil for no observer. They ask only for the new value: an old one would be a copy of
  ///     all elements.
  private static func editing(
    _ count: Int = 0, options: KeyValueObservingOptions? = nil,
    _ edit: @escaping (Playlist, MutableArrayValue<Int>, _ value: Int) -> Void
  ) -> (Int) -> Double {
    let (playlist, counter) = (Playlist(), Counter())
    playlist.tracks = Array(0..<count)
    if let options { playlist.addObserver(counter, forKeyPath: "tracks", options: options) }
    let tracks = playlist.mutableArray(\.$tracks)
    return { repetitions in
      let playlist = opaque(playlist)
      if count == 0 { playlist.tracks.removeAll(keepingCapacity: true) }
      defer { withExtendedLifetime(counter) {} }
      return nanoseconds {
        for value in 0..<repetitions { edit(playlist, tracks, value) }
      }
    }
  }

  @Sendable private static func reading() -> (Int) -> Double {
    let playlist = Playlist()
    playlist.tracks = Array(0..<1_000)
    let tracks = playlist.mutableArray(\.$tracks)
    return { repetitions in
      var sum = 0
      let time = nanoseconds {
        for index in 0..<repetitions { sum &+= tracks[index % 1_000] }
      }
      withExtendedLifetime(opaque(sum)) {}
      return time
    }
  }

  private static func element(of count: Int) -> (Int) -> Double {
    let playlist = Playlist()
    playlist.tracks = Array(0..<count)
    return { repetitions in
      let playlist = opaque(playlist)
      return nanoseconds {
        for value in 0..<repetitions { playlist.tracks[value % 1_000] = value }
      }
    }
  }
}

import RawObserving

/// What it costs to change one element of many.
enum Collections {
  static let all: [Benchmark] = [
    Benchmark("change one element of 1,000, unobserved", .loop { element(of: 1_000) }),
    Benchmark(
      "change one element of 100,000, unobserved", to: "change one element of 1,000, unobserved",
      atMost: 2, .loop { element(of: 100_000) }),
  ]

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

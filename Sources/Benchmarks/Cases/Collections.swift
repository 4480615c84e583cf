import RawObserving

/// The cost of changing one element of many.
enum Collections {
  static let all: [Benchmark] = [
    Benchmark("change one element of 1,000, unobserved", .loop { element(of: 1_000) }),
    Benchmark(
      "change one element of 100,000, unobserved", to: "change one element of 1,000, unobserved",
      atMost: 2, .loop { element(of: 100_000) }),
    Benchmark("append to an observed array, one raw observer", .loop(append)),
    Benchmark("change one element of 1,000, one raw observer", .loop(observedElement)),
  ]

  /// Asks only for the new value: an old one would be a copy of all elements.
  @Sendable private static func append() -> (Int) -> Double {
    let playlist = Playlist()
    let counter = Counter()
    playlist.addObserver(counter, forKeyPath: "tracks", options: .new)
    return { repetitions in
      let playlist = opaque(playlist)
      playlist.tracks.removeAll(keepingCapacity: true)
      defer { withExtendedLifetime(counter) {} }
      return nanoseconds {
        for value in 0..<repetitions { playlist.tracks.append(value) }
      }
    }
  }

  @Sendable private static func observedElement() -> (Int) -> Double {
    let playlist = Playlist()
    playlist.tracks = Array(0..<1_000)
    let counter = Counter()
    playlist.addObserver(counter, forKeyPath: "tracks", options: .new)
    return { repetitions in
      let playlist = opaque(playlist)
      defer { withExtendedLifetime(counter) {} }
      return nanoseconds {
        for value in 0..<repetitions { playlist.tracks[value % 1_000] = value }
      }
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

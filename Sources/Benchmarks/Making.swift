/// The cost of making an object and freeing it.
enum Making {
  static let all: [Benchmark] = [
    Benchmark("make and free, plain object", .loop { { make(PlainPair.init, $0) } }),
    Benchmark(
      "make and free, two observed properties", to: "make and free, plain object", atMost: 4,
      .loop { { make(Clock.init, $0) } }),
    Benchmark(
      "make and free, ten observed properties", to: "make and free, plain object",
      .loop { { make(Cells.init, $0) } }),
  ]

  private static func make(_ make: @escaping () -> AnyObject, _ count: Int) -> Double {
    let make = opaque(make)
    return nanoseconds {
      for _ in 0..<count { _ = make() }
    }
  }
}

internal import Foundation

/// How many bytes of the heap are in use; nil if the C library does not report it.
package func heapInUse() -> Int? {
  #if canImport(Darwin)
    var statistics = malloc_statistics_t()
    malloc_zone_statistics(nil, &statistics)
    return statistics.size_in_use
  #elseif canImport(Glibc) || canImport(Musl)
    // As in the benchmarks: glibc's `malloc_info` writes its numbers as XML. Swift does not import its header.
    typealias MallocInfo = @convention(c) (CInt, UnsafeMutableRawPointer) -> CInt
    guard let symbol = dlsym(nil, "malloc_info") else { return nil }
    // Sound because that is the function's signature, by its manual page.
    let mallocInfo = unsafeBitCast(symbol, to: MallocInfo.self)
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    guard let file = open_memstream(&text, &size) else { return nil }
    let failure = mallocInfo(0, UnsafeMutableRawPointer(file))
    fclose(file)
    defer { free(text) }
    guard failure == 0, let text else { return nil }
    let lines = String(cString: text).split(separator: "\n")

    // The sums of all arenas are the last of their kind.
    func last(_ start: String) -> Int? {
      lines.last { $0.hasPrefix(start) }?.split(separator: "\"").last { Int($0) != nil }
        .flatMap { Int($0) }
    }
    guard let given = last("<system type=\"current\""), let small = last("<total type=\"fast\""),
      let rest = last("<total type=\"rest\""), let mapped = last("<total type=\"mmap\"")
    else { return nil }
    return given - small - rest + mapped
  #else
    #error("TestSupport needs the C library of Darwin, Glibc or Musl")
  #endif
}

/// How many bytes the heap grows by while the body runs; nil if the C library does not report it.
package func heapGrowth(_ body: () -> Void) -> Int? {
  guard let before = heapInUse() else { return nil }
  body()
  return heapInUse().map { $0 - before }
}

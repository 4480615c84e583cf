import Foundation

/// How much of the heap is in use, if the C library says.
enum Heap {
  #if canImport(Darwin)
    static var bytesInUse: Int? {
      var statistics = malloc_statistics_t()
      malloc_zone_statistics(nil, &statistics)
      return statistics.size_in_use
    }
  #elseif canImport(Glibc) || canImport(Musl)
    // glibc has `mallinfo2`, and Swift does not import it; `malloc_info`, which can be looked up by name and
    // called, writes the same numbers as XML. Musl has neither.
    private typealias MallocInfo = @convention(c) (CInt, UnsafeMutableRawPointer) -> CInt

    static var bytesInUse: Int? {
      guard let symbol = dlsym(nil, "malloc_info") else { return nil }
      // Sound because the manual page states this signature.
      let mallocInfo = unsafeBitCast(symbol, to: MallocInfo.self)
      var text: UnsafeMutablePointer<CChar>?
      var size = 0
      guard let file = open_memstream(&text, &size) else { return nil }
      let failure = mallocInfo(0, UnsafeMutableRawPointer(file))
      fclose(file)
      defer { free(text) }
      guard failure == 0, let text else { return nil }
      return bytesInUse(from: String(cString: text))
    }

    /// The memory from the system without its free parts, and the memory that was mapped separately. The last numbers in the
    /// text are the sums.
    private static func bytesInUse(from text: String) -> Int? {
      func last(_ start: String) -> Int? {
        text.split(separator: "\n").last { $0.hasPrefix(start) }?
          .split(separator: "\"").last { Int($0) != nil }.flatMap { Int($0) }
      }
      guard let given = last("<system type=\"current\""), let small = last("<total type=\"fast\""),
        let rest = last("<total type=\"rest\""), let mapped = last("<total type=\"mmap\"")
      else { return nil }
      return given - small - rest + mapped
    }
  #else
    #error("benchmarks needs the C library of Darwin, Glibc or Musl")
  #endif
}

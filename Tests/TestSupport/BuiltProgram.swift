public import Foundation

/// The executables of this package that were built along with the tests.
///
/// They are started as they are: SwiftPM cannot run inside `swift test`, which holds its lock.
public enum BuiltProgram {
  /// An executable that is not there.
  public struct Missing: Error, CustomStringConvertible {
    /// Where it should be, and what to do.
    public let description: String
  }

  /// The executable of that name: it is beside the running tests in the build directory.
  ///
  /// - Throws: ``Missing``, with what to do.
  public static func url(of name: String) throws(Missing) -> URL {
    #if os(Linux)
      let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #elseif os(macOS)
      let tests = Bundle(for: Marker.self).bundleURL
    #else
      #error("the tests run on macOS and Linux")
    #endif
    let program = tests.deletingLastPathComponent().appendingPathComponent(name)
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw Missing(description: "\(program.path) is not there. Run 'swift build --build-tests' first.")
    }
    return program
  }

  private final class Marker {}
}

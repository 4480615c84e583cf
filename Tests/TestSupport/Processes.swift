package import Foundation

/// The processes of this machine, as far as tests ask for them. On Linux it reads /proc, because `pgrep` is not installed
/// everywhere.
package enum Processes {
  /// The numbers of the processes that a process started and that are still there.
  package static func children(of parent: pid_t = getpid()) -> [pid_t] {
    #if os(Linux)
      all.filter { process in
        // `12 (name) S 1 …`: the number of the parent is the second field behind the name.
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = status?.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 1 && pid_t(fields[1]) == parent
      }
    #elseif os(macOS)
      found(by: ["-P", "\(parent)"])
    #else
      #error("the tests run on macOS and Linux")
    #endif
  }

  /// The numbers of the processes whose arguments have the text.
  package static func mentioning(_ text: String) -> [pid_t] {
    #if os(Linux)
      all.filter { process in
        let arguments = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
        return String(decoding: arguments, as: UTF8.self).contains(text)
      }
    #elseif os(macOS)
      found(by: ["-f", text])
    #else
      #error("the tests run on macOS and Linux")
    #endif
  }

  #if os(Linux)
    private static var all: [pid_t] {
      ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
    }
  #elseif os(macOS)
    private static func found(by arguments: [String]) -> [pid_t] {
      let list = try? ChildProcess.run(URL(fileURLWithPath: "/usr/bin/pgrep"), arguments, within: 10)
      return list?.output.split(separator: "\n").compactMap { pid_t($0) } ?? []
    }
  #endif
}

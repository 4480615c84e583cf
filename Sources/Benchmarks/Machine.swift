import Foundation

/// The machine and the build that the benchmarks ran on.
struct Machine: Encodable {
  let processor: String
  let cores: Int
  let system: String
  let toolchain: String
  let build: String

  init(processor: String, cores: Int, system: String, toolchain: String, build: String) {
    (self.processor, self.cores, self.system) = (processor, cores, system)
    (self.toolchain, self.build) = (toolchain, build)
  }

  /// This machine, and this program's build.
  init() {
    processor = Self.processor
    cores = ProcessInfo.processInfo.activeProcessorCount
    system = ProcessInfo.processInfo.operatingSystemVersionString
    toolchain = Self.firstLine(of: ["swift", "--version"]) ?? "unknown toolchain"
    #if DEBUG
      build = "debug"
    #else
      build = "release"
    #endif
  }

  var isDebugBuild: Bool { build == "debug" }

  var description: String {
    "\(processor), \(cores) cores, \(system); \(toolchain); \(build) build"
  }

  private static var processor: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(
      separator: "\n")
    let model = lines?.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    return model?.trimmingCharacters(in: .whitespaces)
      ?? firstLine(of: ["sysctl", "-n", "machdep.cpu.brand_string"]) ?? "unknown processor"
  }

  /// The first line that a program prints, or nil if it cannot be run.
  private static func firstLine(of command: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}

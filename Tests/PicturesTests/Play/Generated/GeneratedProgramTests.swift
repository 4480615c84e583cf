import Console
import Foundation
import RawObserving
import TestSupport
import Testing

@testable import Marking
@testable import Pictures
@testable import Recording

/// Programs in one file, each of which is run alone: compiling takes longer than everything else.
struct ProgramBatch: CustomTestStringConvertible, Sendable {
  let seeds: [Int]

  var testDescription: String { "seeds \(seeds[0]) to \(seeds[seeds.count - 1])" }

  /// Some programs have statements outside functions, so that each of those needs a file of its own.
  static func batches(_ seeds: ClosedRange<Int>, of most: Int) -> [ProgramBatch] {
    let together = seeds.filter { !ProgramGenerator.program(seed: $0).isFile }
    let parts = max(1, (together.count + most - 1) / most)
    let alone = seeds.filter { !together.contains($0) }.map { ProgramBatch(seeds: [$0]) }
    return (0..<parts).map { part in
      ProgramBatch(seeds: together.enumerated().filter { $0.offset % parts == part }.map(\.element))
    } + alone
  }

  /// What is wrong with the recordings of the programs; empty if nothing is.
  func differences() throws -> [String] {
    var programs = seeds.map(ProgramGenerator.program)
    var found: [String] = []
    while !programs.isEmpty {
      let file: ProgramFile
      do { file = try ProgramFile(programs) } catch let error as ProgramFile.Refused {
        found.append(ProgramFile.report(error.program, error.text))
        programs.removeAll { $0.seed == error.program.seed }
        continue
      }
      for program in programs {
        guard let difference = try file.difference(of: program) else { continue }
        let (small, still) = ProgramFile.shrunk(program, difference)
        found.append(ProgramFile.report(small, still))
      }
      break
    }
    return found
  }
}

/// A file of programs, compiled with marks and without.
struct ProgramFile {
  private let marked: URL
  private var plain: URL
  private var rendered: [Int: (program: GeneratedProgram.Rendered, first: Int)] = [:]
  private let source: SourceText

  static let name = "generated.swift"

  /// A program that the compiler does not accept.
  struct Refused: Error {
    let program: GeneratedProgram
    let text: String
  }

  init(_ programs: [GeneratedProgram]) throws {
    var lines = Truth.prelude.components(separatedBy: "\n")
    for program in programs {
      let first = lines.count + 1
      let one = program.rendered(from: first)
      rendered[program.seed] = (one, first)
      lines += one.lines
    }
    if !programs[0].isFile {
      lines.append("switch CommandLine.arguments[1] {")
      for program in programs { lines.append("case \"\(program.seed)\": \(program.call)") }
      lines += ["default: break", "}", "Truth.check(0)"]
    }
    let text = lines.joined(separator: "\n") + "\n"
    if let folder = ProcessInfo.processInfo.environment["PROGRAMS_KEPT"] {
      try text.write(toFile: "\(folder)/\(programs[0].seed).swift", atomically: true, encoding: .utf8)
    }
    source = SourceText(Self.name, text)
    let build = try BuiltModules(["RawObserving", "ManagedObserving", "Console", "Exercises", "Recording"])
    marked = try Self.compiled(programs, rendered) {
      try MarkedProgram(playing: text, shown: Self.name, file: Self.name, build).path
    }
    plain = marked.deletingLastPathComponent().appending(path: "plain")
    if FileManager.default.fileExists(atPath: plain.path) { return }
    plain = try Self.compiled(programs, rendered) { [marked] in try Self.plain(text, beside: marked, build) }
  }

  private static func compiled(
    _ programs: [GeneratedProgram], _ rendered: [Int: (program: GeneratedProgram.Rendered, first: Int)],
    _ compile: () throws -> URL
  ) throws -> URL {
    do { return try compile() } catch let error as CompilerError {
      let line = error.text.firstMatch(of: #/swift:(\d+):\d+: error/#).flatMap { Int($0.1) } ?? 0
      let program = programs.last { (rendered[$0.seed]?.first ?? 0) <= line } ?? programs[0]
      throw Refused(program: program, text: "the compiler refuses it: \(error.text.prefix(2000))")
    }
  }

  /// The program without marks, linked with the library of the marked one.
  private static func plain(_ text: String, beside marked: URL, _ build: BuiltModules) throws -> URL {
    let folder = marked.deletingLastPathComponent()
    let (file, program) = (folder.appending(path: "plain.swift"), folder.appending(path: "plain"))
    try text.write(to: file, atomically: true, encoding: .utf8)
    let all = try FileManager.default.contentsOfDirectory(
      at: folder.deletingLastPathComponent(), includingPropertiesForKeys: [.contentModificationDateKey])
    let libraries = try all.filter { $0.lastPathComponent.hasPrefix("library-") }.map {
      ($0, try $0.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate ?? .distantPast)
    }
    let library = try #require(libraries.max { $0.1 < $1.1 }).0
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: library.path).first)
    let process = try TimedProcess.compile(
      [
        "/usr/bin/env", "swiftc", "-swift-version", "6", "-Onone", "-suppress-warnings", "-no-color-diagnostics",
        "-module-name", "Marked", "-I", build.importPath, "-o", program.path, file.path,
        library.appending(path: name).path, "-Xlinker", "-rpath", "-Xlinker", library.path,
      ], in: folder)
    if process.status != 0 { throw CompilerError(text: process.output) }
    return program
  }

  /// The lines of a program, without the remarks of the library, which name addresses.
  private static func printed(_ output: String) -> [Substring] {
    output.split(separator: "\n").filter { !$0.hasPrefix("*** ManagedObserving: ") && !$0.hasPrefix("    Use ") }
  }

  /// The first difference between what the program does and what its recording says.
  func difference(of program: GeneratedProgram) throws -> String? {
    guard let (rendered, first) = rendered[program.seed] else { return nil }
    let events = try EventFile()
    defer { events.remove() }
    // The order of the elements of a dictionary is that of their hashes.
    let environment = ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"]
    let truth = try TimedProcess.run(plain, ["\(program.seed)"], environment, seconds: 120)
    guard truth.status == 0, !truth.wasSignalled, !truth.wasTooSlow else {
      return "the generator is wrong: without marks the program ends otherwise: \(truth.output.suffix(400))"
    }
    let run = try TimedProcess.run(
      marked, ["\(program.seed)"],
      environment.merging([PlayedProgram.file: events.path, PlayedProgram.limit: "20000000"]) { $1 }, seconds: 120)
    if run.wasSignalled || run.wasTooSlow || run.status != 0 {
      return
        "with marks it ends otherwise: \(run.wasTooSlow ? "too slow" : "\(run.status)") \(run.output.suffix(400))"
    }
    let (ran, told) = (Self.printed(run.output), Self.printed(truth.output))
    if ran != told {
      let pair = zip(told, ran).first { $0 != $1 }
      return "with marks it prints \(pair?.1 ?? "more or less"), and without them \(pair?.0 ?? "otherwise")"
    }
    let recorded = RecordedRun(
      of: Self.name, act: 1, era: .classic, source: Self.name, try events.read(source.text))
    return RecordingChecker(recorded, of: rendered, from: first, Picture(of: recorded, wanted: nil)).differences.first
  }

  // MARK: A failure

  /// The program without the statements that the failure does not need.
  static func shrunk(_ program: GeneratedProgram, _ difference: String) -> (GeneratedProgram, String) {
    var (best, found) = (program, difference)
    // Alone it has other lines.
    if let file = try? ProgramFile([program]), let alone = try? file.difference(of: program) { found = alone }
    let kind = found.prefix(12)
    let isWhole = ProcessInfo.processInfo.environment["WHOLE"] != nil
    let end = ContinuousClock.now + .seconds(isWhole ? 0 : 20)
    var size = max(1, program.ids.count / 2)
    while size > 0, ContinuousClock.now < end {
      var isSmaller = false
      for start in stride(from: 0, to: best.ids.count, by: size) where ContinuousClock.now < end {
        let ids = best.ids
        if start >= ids.count { break }
        let tried = best.without(Set(ids[start..<min(start + size, ids.count)]))
        if tried.ids.count == ids.count { continue }
        guard let file = try? ProgramFile([tried]), let still = try? file.difference(of: tried),
          still.prefix(12) == kind
        else { continue }
        (best, found, isSmaller) = (tried, still, true)
      }
      if !isSmaller || size > best.ids.count { size /= 2 }
    }
    return (best, found)
  }

  static func report(_ program: GeneratedProgram, _ difference: String) -> String {
    let first = Truth.prelude.components(separatedBy: "\n").count + 1
    let lines = program.rendered(from: first).lines.enumerated().map { "\($0.offset + first)  \($0.element)" }
    return "seed \(program.seed): \(difference)\n\(lines.joined(separator: "\n"))"
  }
}

extension GeneratedProgram {
  /// What runs it.
  var call: String {
    statements.first?.parts.first?.opening.hasPrefix("enum") == true ? "Seed\(seed).main()" : "seed\(seed)()"
  }
}

/// What a generated program says of its objects, references and variables is what the recording says.
@Suite("Play: generated programs", .watched, .long)
struct GeneratedProgramTests {
  private static let variables = ProcessInfo.processInfo.environment

  static let batches: [ProgramBatch] = {
    let first = variables["FIRST"].flatMap { Int($0) } ?? 1
    let count = variables["PROGRAMS"].flatMap { Int($0) } ?? 30
    return ProgramBatch.batches(first...(first + count - 1), of: count > 30 ? 28 : 14)
  }()

  @Test("the recording of a generated program says what the program says", arguments: batches)
  func generated(_ batch: ProgramBatch) throws {
    for difference in try batch.differences() { Issue.record("\(difference)") }
  }
}

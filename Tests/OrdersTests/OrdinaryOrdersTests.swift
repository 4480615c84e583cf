import Console
import Foundation
import Harness
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Marking
@testable import Orders

/// What is predicted of an order, beside the program in which the lines stand in that order.
@Suite("Orders as ordinary programs", .watched, .long) struct OrdinaryOrdersTests {
  @Test("each order, run as an ordinary program, ends as it was predicted", arguments: [Own.byHand, Own.careful])
  func agrees(_ text: String) throws {
    let build = try BuiltModules(
      ["RawObserving", "ManagedObserving", "Console", "Exercises", "Recording"],
      in: BuiltScenarios.url.deletingLastPathComponent())
    let program = try OrderedFile(playing: text, shown: "own.swift", file: "own.swift", build)
    let player = FilePlayer(program: program, era: .classic, folder: nil, seconds: 10)
    let file = try player.orders(of: "own.swift") { _ in }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let compiler = Compiler(build)
    let library = try compiler.library()
    let (path, executable) = (folder.appending(path: "main.swift"), folder.appending(path: "program"))
    for (index, order) in file.orders.orders.enumerated() {
      let ordinary = try OrderedFile.text(
        of: text, shown: "own.swift", file: "own.swift", inOrder: order.lines, build)
      try ordinary.write(to: path, atomically: true, encoding: .utf8)
      try compiler.link([path.path], library, to: executable, compiler.settings(isColoured: false))
      let run = try TimedProcess.run(executable, [], ["SWIFT_BACKTRACE": "enable=no"], seconds: 60)
      let what = "order \(index + 1): \(run.output)"
      #expect(run.wasSignalled == (order.death != nil) && !run.wasTooSlow, "\(what)")
      guard let death = order.death else { continue }
      #expect(Self.message(Death(.dies, ProcessOutput(run.output).lastMessage)) == Self.message(death))
    }
  }

  /// What a death says, with addresses that are the same each time.
  private static func message(_ death: Death) -> String { death.message.replacing(#/0x[0-9a-f]+/#, with: "0x…") }
}

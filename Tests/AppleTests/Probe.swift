#if canImport(ObjectiveC)
  import Foundation
  import RawObserving
  import Testing

  /// A question to this system. It asserts nothing: what the system does is the answer, be it an exception, a signal or a
  /// hang. `make apple` writes all answers into a page.
  struct Probe: Sendable {
    /// A row of the page "Where this engine differs", or a pitfall and a few words.
    let id: String
    let question: String
    /// What the course says, and how it knows.
    let read: String
    /// Tries it, and returns what was seen.
    let answer: @Sendable () throws -> String

    init(_ id: String, _ question: String, read: String, _ answer: @escaping @Sendable () throws -> String) {
      (self.id, self.question, self.read, self.answer) = (id, question, read, answer)
    }

    static let all = changes + values + paths + lifetimes + collections

    /// Answers in this process, which it ends.
    func answerAndExit() {
      Self.catchEndings()
      do {
        let answer = try autoreleasepool { () throws -> String in try self.answer() }
        note(Self.mark + answer)
      } catch {
        note(Self.mark + "\(error)")
      }
      _exit(EXIT_SUCCESS)
    }

    private static let mark = "answer: "

    /// A row of the table that `make apple` writes.
    static func row(_ id: String, _ question: String, _ read: String, _ answer: String) -> String {
      let cells = [question, read, answer].map { $0.replacing("|", with: "\\|") }
      return "| `\(id)` | \(cells.joined(separator: " | ")) |"
    }

    /// The answer in what a process has written; it is its last one.
    static func answer(in output: [UInt8]) -> String? {
      let lines = String(decoding: output, as: UTF8.self).components(separatedBy: "\n")
      return lines.last { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    }

    /// From now on, what would end this process becomes an answer, and the process ends as a success.
    private static func catchEndings() {
      NSSetUncaughtExceptionHandler { exception in
        let reason = (exception.reason ?? "").replacing(/0x[0-9a-f]+/, with: "0x…").prefix { !$0.isNewline }
        note("answer: \(exception.name.rawValue): \(reason)")
        _exit(EXIT_SUCCESS)
      }
      // A stack that overflows needs another one for the handler.
      let size = 1 << 16
      var stack = stack_t()
      (stack.ss_sp, stack.ss_size) = (.allocate(byteCount: size, alignment: 16), size)
      sigaltstack(&stack, nil)
      for number in [SIGABRT, SIGSEGV, SIGBUS, SIGTRAP, SIGILL, SIGALRM] {
        var action = sigaction()
        action.sa_flags = SA_ONSTACK
        // A handler may call nothing but what is safe in one: `write` and `_exit`.
        action.__sigaction_u.__sa_handler = { number in
          let text: StaticString =
            switch number {
            case SIGABRT: "answer: the process ends by SIGABRT\n"
            case SIGSEGV: "answer: the process ends by SIGSEGV\n"
            case SIGBUS: "answer: the process ends by SIGBUS\n"
            case SIGTRAP: "answer: the process ends by SIGTRAP\n"
            case SIGILL: "answer: the process ends by SIGILL\n"
            default: "answer: it does not end within 20 seconds\n"
            }
          _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
          _exit(EXIT_SUCCESS)
        }
        sigaction(number, &action, nil)
      }
      alarm(20)
    }
  }

  @Suite("Probes: what this system does", .watched)
  struct ProbeTests {
    @Test("each probe is answered", arguments: Probe.all.map { $0.id })
    func answers(_ id: String) async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [id] in
        try #require(Probe.all.first { $0.id == id }).answerAndExit()
      }
      let probe = try #require(Probe.all.first { $0.id == id })
      let answer = try #require(Probe.answer(in: result?.standardErrorContent ?? []))
      print(Probe.row(id, probe.question, probe.read, answer))
    }

    @Test("a difference that has a program is asked by playing it", arguments: try ProgramProbe.all())
    func plays(_ probe: ProgramProbe) async { print(await probe.answer()) }

    @Test("no two probes have one id") func ids() {
      #expect(Set(Probe.all.map { $0.id }).count == Probe.all.count)
    }
  }
#endif

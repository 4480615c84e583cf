#if canImport(ObjectiveC)
  import Foundation
  import RawObserving
  import Testing

  /// A question to this system. It asserts nothing: what the system does is the answer, be it an exception, a signal or a
  /// hang. `make apple` writes all answers into a page.
  ///
  /// The process that answers always ends as a failure, so that the test accepts every end of it.
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
      _exit(EXIT_FAILURE)
    }

    private static let mark = "answer: "
    private static let rows = Locked(())

    /// Writes a row of the table that `make apple` makes, at once and whole: to the end of the file that it names, or to
    /// standard output. What ends the test process later, and what others write meanwhile, does not touch it.
    static func addRow(_ id: String, _ question: String, _ read: String, _ answer: String) {
      let cells = [question, read, answer].map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }
      let row = "| `\(id)` | \(cells.joined(separator: " | ")) |"
      guard let path = ProcessInfo.processInfo.environment["APPLE_ROWS"] else { return print(row) }
      rows.withLock { _ in
        guard let file = fopen(path, "a") else { return }
        fputs(row + "\n", file)
        fclose(file)
      }
    }

    /// The answer in what a process has written before its end: its last one. If that is how it ended, the one before is
    /// how far it came.
    static func answer(in output: [UInt8], _ end: ExitStatus?) -> String {
      var answers = String(decoding: output, as: UTF8.self).components(separatedBy: "\n")
        .filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
      // A signal that no handler of the process can catch.
      if case .signal(let number) = end { answers.append("\(theEnd)signal \(number)") }
      guard let last = answers.last else { return "\(theEnd)itself, without an answer" }
      return last.hasPrefix(theEnd) ? answers.suffix(2).joined(separator: "; then ") : last
    }

    private static let theEnd = "the process ends by "

    /// From now on, what would end this process becomes an answer.
    private static func catchEndings() {
      NSSetUncaughtExceptionHandler { exception in
        let reason = (exception.reason ?? "").replacing(/0x[0-9a-f]+/, with: "0x…").prefix { !$0.isNewline }
        note("answer: \(exception.name.rawValue): \(reason)")
        _exit(EXIT_FAILURE)
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
          _exit(EXIT_FAILURE)
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
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [id] in
        try #require(Probe.all.first { $0.id == id }).answerAndExit()
      }
      let probe = try #require(Probe.all.first { $0.id == id })
      let answer = Probe.answer(in: result?.standardErrorContent ?? [], result?.exitStatus)
      Probe.addRow(id, probe.question, probe.read, answer)
    }

    @Test("a difference that has a program is asked by playing it", arguments: try ProgramProbe.all())
    func plays(_ probe: ProgramProbe) async { await probe.answer() }

    @Test("no two probes have one id") func ids() {
      #expect(Set(Probe.all.map { $0.id }).count == Probe.all.count)
    }
  }
#endif

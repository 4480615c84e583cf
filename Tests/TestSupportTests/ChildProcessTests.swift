import Foundation
import TestSupport
import Testing

@Suite("Programs that tests run", .watched)
struct ChildProcessTests {
  private let shell = URL(fileURLWithPath: "/bin/sh")

  @Test("one that does not end in time is killed, and the error names it")
  func unended() async throws {
    let shell = shell
    let run = await Task {
      try await aside { try ChildProcess.run(shell, ["-c", "echo started; exec sleep 600"], within: 1) }
    }.result
    let error = #expect(throws: ChildProcess.Unended.self) { try run.get() }
    let text = try #require(error).description
    #expect(
      text == """
        /bin/sh -c echo started; exec sleep 600 did not end within 1 seconds and was killed. \
        Its output ends:
        started

        """)
  }

  @Test("one that kills itself is not taken for one that was late")
  func killed() throws {
    let child = try ChildProcess.run(shell, ["-c", "kill -KILL $$"], within: 30)
    #expect(child.wasSignalled)
    #expect(child.status == SIGKILL)
  }
}

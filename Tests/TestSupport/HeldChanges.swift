package import Testing

// Changes that are held across `await`, in tasks.

/// Lets the task go on, on another thread as often as not.
package func pause() async { try? await Task.sleep(for: .milliseconds(1)) }

/// Adds 1, and holds the value a little longer.
package func bump(_ x: inout Int) async {
  x += 1
  await pause()
}

/// Appends 0, and holds the array a little longer.
package func appendSlowly(_ array: inout [Int]) async {
  array.append(0)
  await pause()
}

/// Expects as many results as tasks, each of them the right one.
package func expectAll<Result: Equatable>(
  _ count: Int, of results: [Result], are right: Result,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(results.count == count, sourceLocation: sourceLocation)
  let wrong = results.filter { $0 != right }
  guard let first = wrong.first else { return }
  Issue.record(
    "\(wrong.count) of \(count) are wrong; the first is \(first), expected \(right)",
    sourceLocation: sourceLocation)
}

/// Runs the body in so many tasks at once, and returns what each of them returned.
package func inTasks<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable () async -> Result
) async -> [Result] {
  await withTaskGroup(of: Result.self) { group in
    for _ in 0..<count { group.addTask { await body() } }
    return await group.reduce(into: []) { $0.append($1) }
  }
}

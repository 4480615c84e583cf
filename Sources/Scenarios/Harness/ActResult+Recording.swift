package import Recording

extension ActResult {
  /// The recording of the run.
  package var recordedRun: RecordedRun {
    let expected: RecordedRun.Ending =
      switch act.expectation(in: era) {
      case .finds(let finding): .finds(finding)
      case .dies(let message): .dies(message.text)
      }
    return RecordedRun(of: pitfall.id, act: number, era: era, source: pitfall.source, expected: expected, events)
  }
}

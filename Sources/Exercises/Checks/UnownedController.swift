import RawObserving

/// What the attempt at `unowned-controller` gives to its check.
public protocol UnownedControllerExercise {
  associatedtype Line: AnyObject

  /// Makes a status line for the transfer.
  static func makeLine(for transfer: FileTransfer) -> Line

  /// What the line reads: `40 %`.
  static func text(of line: Line) -> String
}

extension Exercise {
  static let unownedController = Exercise(
    "unowned-controller", lesson: 12, "A status line that stands still",
    failure: "after the transfer has gone on, the line reads 50 %: it reads 40 %",
    hints: [
      "How long does the controller live? What happens to its observations when it is deallocated?",
      "The observer should own its controller, so that both are deallocated together. This line is not a "
        + "`KeyValueObject`, so it has no controller of its own.",
      "Keep the controller in a property of the line: "
        + "`private lazy var controller = KVOController(observer: self)`, and delete the `let` in `init`.",
    ],
    proof: [
      "The line followed the transfer until it was released, and left no registration.",
      "An observation that ends too early would have left the line at 40 %, its first value.",
    ])
}

extension Check {
  /// Lets a transfer go on, releases the line, and then the transfer.
  public func unownedController<Attempt: UnownedControllerExercise>(_ attempt: Attempt.Type) {
    step("a line is made for a transfer at 40 percent")
    var transfer: FileTransfer? = FileTransfer(percent: 40)
    var line: Attempt.Line? = Attempt.makeLine(for: transfer!)
    var other: Attempt.Line? = Attempt.makeLine(for: transfer!)
    func expectText(_ wanted: String, _ when: String) {
      let found = Attempt.text(of: line!)
      expect(found == wanted, "\(when), the line reads \(wanted)", saw: "it reads \(found)")
    }
    expectText("40 %", "at first")
    step("the transfer goes on")
    transfer!.percent = 50
    expectText("50 %", "after the transfer has gone on")
    transfer!.percent = 60
    expectText("60 %", "after the transfer has gone on")
    let read = Attempt.text(of: other!)
    expect(
      read == "60 %", "a second line for the transfer reads 60 %",
      saw: read.isEmpty ? "it is empty" : "it reads \(read)")
    expectObserved(transfer!, "the transfer")
    step("the line is released")
    let trace = Weak(line)
    line = nil
    expectGone(trace, "the line")
    expect(transfer!, hasRegistrations: 1, "the deallocated line leaves the registration of the second line")
    transfer!.percent = 65
    let later = Attempt.text(of: other!)
    expect(later == "65 %", "the second line reads 65 %", saw: "it reads \(later)")
    step("the second line is released, and the transfer goes on")
    other = nil
    expect(transfer!, hasRegistrations: 0, "no registration is left")
    transfer!.percent = 70
    let traceOfTransfer = Weak(transfer)
    transfer = nil
    expectGone(traceOfTransfer, "the transfer")
  }
}

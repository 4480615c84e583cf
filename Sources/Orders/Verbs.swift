package import Console

extension OrdersCommand {
  package static let verb = Verb<OrdersCommand>(
    "orders", "[STORY | FILE]", words: 0...1, "play the lines of a story, or of a file of yours, in every order",
    options: [
      Option("--era", "ERA", "only in the classic or the current era of Apple's systems"),
      Option("--play", "N", "step through one order; 'play FILE --order N' draws one of a file"),
      Option("--compare", "FILE", "of a file: how the same orders end in another one, line by line"),
      Option("--figure", "FILE", "of a file: write its states as a picture, if there are at most ten"),
      Option("--page", "FILE", "write a page on which you run the lines yourself: of every story, or of a file"),
      Option("--seconds", "N", "of a file: how long an order may run; 10 by default"),
      Option("--style", "STYLE", "of a story: only that style"),
      Option("--mine", "FILE", "with the mediator of that file, from 'Build a mediator'"),
      Option("--json", nil, "for programs: Sources/Orders/schema.json describes it"),
      Option("--in-process", nil, isHidden: true),
      Option("--after", "MOVES", isHidden: true),
    ],
    details: [
      "FILE is a Swift file of yours, as 'play' takes it, with a line '// in any order:' outside functions. Every "
        + "statement behind it is a line that may run once, in any order, as long as no variable and no property that it "
        + "unwraps is nil; what stands in one line of the file, or in one pair of braces, is one. './scenarios new --orders "
        + "NAME' writes a first one.",
      "'// then' at the end of a line says that the next line comes later. Of two lines with the same text the first one "
        + "runs first. '// after each line:' and '// at the end:' behind the lines begin checks, which are preconditions. A "
        + "variable of the type Clock! or Clock? can be nil.",
      "An order of a file is over when no variable holds an object that can be observed, or when no line can run. Then every "
        + "variable is set to nil, and what no variable had reached before and still lives has leaked. An object of a class "
        + "that cannot be observed is known once a variable has led to it. That a call comes after you have stopped, or is "
        + "missing, nothing but a check can know.",
      "What is awaited is awaited to its end, and after each line the main actor does what waits for it. What else may happen "
        + "inside an await, or on another thread, is not tried in every order. What a closure has captured, and what stands in "
        + "a file, cannot be read: if it decides, the output says so.",
      "Every order that is played begins in a process of its own. After \(FilePlayer.mostPlaces) places it stops, and says what was not played.",
      "STORY is "
        + OrderStory.all.map { "\($0.name) (\($0.title.prefix(1).lowercased() + $0.title.dropFirst()))" }
        .joined(separator: ", ") + ". Without it, all are counted.",
      "STYLE is one of these: "
        + OrderStory.all.flatMap { $0.styles.map { "\($0.name) (\($0.title))" } }.uniqued().joined(separator: "; ")
        + ".",
      "An order of a story is over when every owner has let go of its object. An order ends in one of these ways, the gravest "
        + "of those that happened in it:"
        + PlayedOrder.Ending.allCases.map { "\n  \($0.rawValue.padded(to: 9))\($0.meaning)" }.joined(),
    ]
  ) { line throws(UsageError) in try OrdersCommand(line) }
}

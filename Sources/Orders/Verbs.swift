package import Console

extension OrdersCommand {
  package static let verb = Verb<OrdersCommand>(
    "orders", "[STORY]", words: 0...1, "play the lines of a story in every order",
    options: [
      Option("--style", "STYLE", "only that style"),
      Option("--era", "ERA", "only in the classic or the current era of Apple's systems"),
      Option("--play", "N", "step through one order"),
      Option("--mine", "FILE", "with the mediator of that file, from 'Build a mediator'"),
      Option("--page", "FILE", "write a page on which you run the lines of every story yourself; takes nothing else"),
      Option("--json", nil, "all orders, for programs: Sources/Orders/OrderData.swift describes it"),
      Option("--in-process", nil, isHidden: true),
      Option("--after", "MOVES", isHidden: true),
    ],
    details: [
      "STORY is "
        + OrderStory.all.map { "\($0.name) (\($0.title.prefix(1).lowercased() + $0.title.dropFirst()))" }
        .joined(separator: ", ") + ". Without it, all are counted.",
      "STYLE is one of these: "
        + OrderStory.all.flatMap { $0.styles.map { "\($0.name) (\($0.title))" } }.uniqued().joined(separator: "; ")
        + ".",
      "Each line runs at most once, and can run as long as the objects that it names are alive. An order is over when "
        + "every owner has let go of its object. It ends in one of these ways, the gravest of those that happened in it:"
        + PlayedOrder.Ending.allCases.map { "\n  \($0.rawValue.padded(to: 9))\($0.meaning)" }.joined(),
    ]
  ) { line throws(UsageError) in try OrdersCommand(line) }
}

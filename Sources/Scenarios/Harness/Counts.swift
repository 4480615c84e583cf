/// A count with its noun, as a finding tells it: `1 change`, `2 changes`.
package func plural(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// How often something happened, as a finding tells it: `1 time`, `2 times`.
package func times(_ count: Int) -> String { plural(count, "time") }

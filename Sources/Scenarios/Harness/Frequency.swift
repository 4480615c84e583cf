/// How often one meets a pitfall in Swift code today: a judgement of the authors, and no measurement.
///
/// The code meant is new or maintained, and uses Observation, SwiftUI, Combine or key-value observing. The judgement rests on
/// how often the issues, questions and articles that the cards name report the pitfall.
package enum Frequency: String, CaseIterable, Encodable, Sendable {
  /// Everyday code has it: somebody who writes such code can expect it in any week.
  case daily
  /// A few times a year.
  case sometimes
  /// Less often, or in old code only.
  case rare
}

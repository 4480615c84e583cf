extension Rule {
  /// Every rule. The first one that applies gives the answer; the others that apply add what is possible.
  ///
  /// Words of an exception come first, because they say what happened. Frames come next, and of them the innermost
  /// counts: a frame of observing far down a stack only says who called. What is not about observing comes last.
  static let all: [Rule] =
    exceptions + leaks + zombies + swift + operations + threads + recursion + defaults + frames + other + fallbacks
}

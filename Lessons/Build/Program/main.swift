import BuildStep0
import BuildStep1
import BuildStep2
import BuildStep3
import BuildStep4
import BuildStep5
import BuildStep6
import BuildStep7
import BuildStep8
import BuildStep9
import Foundation

let steps: [[(name: String, run: () -> Void)]] = [
  [("fails", BuildStep0.Demo.fails)],
  [("works", BuildStep1.Demo.works), ("fails", BuildStep1.Demo.fails)],
  [("works", BuildStep2.Demo.works), ("fails", BuildStep2.Demo.fails)],
  [("works", BuildStep3.Demo.works), ("fails", BuildStep3.Demo.fails)],
  [("works", BuildStep4.Demo.works), ("fails", BuildStep4.Demo.fails)],
  [("works", BuildStep5.Demo.works), ("fails", BuildStep5.Demo.fails)],
  [("works", BuildStep6.Demo.works), ("trap", BuildStep6.Demo.trap), ("fails", BuildStep6.Demo.fails)],
  [("works", BuildStep7.Demo.works), ("fails", BuildStep7.Demo.fails)],
  [("works", BuildStep8.Demo.works), ("fails", BuildStep8.Demo.fails)],
  [("works", BuildStep9.Demo.works)],
]

let words = Array(CommandLine.arguments.dropFirst())
let stories = steps.enumerated().map { number, stories in
  "  build-steps \(number) \(stories.map(\.name).joined(separator: "|"))\n"
}
if ["help", "--help", "-h"].contains(words.first) {
  print("Runs a story of the chapter Lessons/Build. Name a step and a story:\n\(stories.joined())", terminator: "")
  exit(0)
}
guard words.count == 2, let step = Int(words[0]), steps.indices.contains(step),
  let story = steps[step].first(where: { $0.name == words[1] })
else {
  let problem = words.isEmpty ? "" : "There is no story \"\(words.joined(separator: " "))\". "
  FileHandle.standardError.write(Data("build-steps: \(problem)Name a step and a story:\n\(stories.joined())".utf8))
  exit(64)
}
story.run()

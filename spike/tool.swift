import Foundation
import Replay
let path = CommandLine.arguments[1]
let syntax = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[2]))
let marked = try MarkedSource(String(contentsOfFile: path, encoding: .utf8), syntax: syntax, path: path)
print(marked.text, terminator: "")

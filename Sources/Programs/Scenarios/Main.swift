import Console
import Foundation
import Harness
import ManagedObserving

/// `scenarios`: runs, lists and shows the pitfalls. Every other verb, and `run` with pictures or a question, is the
/// `workbench`'s, which takes longer to build: the script `scenarios` builds it once it is needed.
@main
enum Main {
  static func main() {
    signal(SIGPIPE, SIG_DFL)  // `scenarios list | head -1` ends quietly
    Interruption.handle()
    Remark.setOff(true)  // the pitfalls drop duplicates on purpose
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      guard Handover.isHere(words, table) else { try Handover.toScript(words) }
      let line = try table.parse(words)
      guard case .command(let action) = line.request else { try Handover.toScript(words) }
      let isAsExpected = try action(Screen(STDOUT_FILENO, line.color))
      Ending.checkOutput(of: "scenarios")
      if !isAsExpected { exit(1) }
    } catch is UsageError where words.first.flatMap(table.verb) == nil {
      // A word that is no name may be meant as a verb.
      do { try Handover.toScript(words) } catch { Ending.fail("scenarios", error) }
    } catch {
      Ending.fail("scenarios", error)
    }
  }

  private static let run = PitfallVerbs.run { options, screen in try Runs(options, screen).tell() }

  private static let table = CommandTable<Action>(
    "./scenarios", purpose: "", groups: [.init("", [run, PitfallVerbs.list, PitfallVerbs.show, PitfallVerbs.card])],
    implied: run, closing: "")
}

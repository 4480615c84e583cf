import Console
import Testing

@Suite("Reading a command line", .watched)
struct ParsingTests {
  private func copy(_ words: String..., times: Int? = nil, quiet: Bool = false, to: String? = nil) -> Request {
    .copy(words: words, times: times, quiet: quiet, to: to)
  }

  // MARK: What is understood

  @Test("words and options come in any order")
  func order() throws {
    let expected = copy("a", "b", times: 3, quiet: true)
    #expect(try tool.request("copy", "a", "b", "--times", "3", "--quiet") == expected)
    #expect(try tool.request("copy", "--quiet", "a", "--times", "3", "b") == expected)
  }

  @Test("a value is the next word or stands behind =, and may look like an option")
  func values() throws {
    #expect(try tool.request("copy", "a", "--to", "b") == copy("a", to: "b"))
    #expect(try tool.request("copy", "a", "--to=b") == copy("a", to: "b"))
    #expect(try tool.request("copy", "a", "--to=b=c") == copy("a", to: "b=c"))
    #expect(try tool.request("copy", "a", "--to=--quiet") == copy("a", to: "--quiet"))
    #expect(try tool.request("copy", "a", "--to", "-") == copy("a", to: "-"))
  }

  @Test("an option that needs a value does not take the next option for it")
  func missingValue() {
    #expect(tool.problem("copy", "a", "--to", "--quiet") == "--to needs a value: --to PLACE.")
  }

  @Test("of two values the last one counts")
  func twice() throws {
    #expect(try tool.request("copy", "a", "--to", "b", "--to=c") == copy("a", to: "c"))
  }

  @Test("a short name is one letter, and its value the next word")
  func short() throws {
    #expect(try tool.request("copy", "-q", "-t", "3", "a") == copy("a", times: 3, quiet: true))
  }

  @Test("behind -- every word is one for the verb, and - alone is a word")
  func onlyWords() throws {
    #expect(try tool.request("copy", "--", "--quiet", "-q") == copy("--quiet", "-q"))
    #expect(try tool.request("copy", "-q", "--", "--") == copy("--", quiet: true))
    #expect(try tool.request("copy", "--", "--help") == copy("--help"))
    #expect(try tool.request("copy", "-", "a") == copy("-", "a"))
    #expect(try tool.request("--", "look") == copy("look"))
  }

  @Test("the verb may be left out where the table says so; then the words are its own")
  func implied() throws {
    #expect(try tool.request("a") == copy("a"))
    #expect(try tool.request("a", "-q", "b") == copy("a", "b", quiet: true))
    #expect(try tool.request("-", "a") == copy("-", "a"))
    #expect(try tool.request("look") == .look)
    #expect(try tool.request("copy", "look") == copy("look"))
  }

  @Test("a hidden verb and a hidden option are understood")
  func hidden() throws {
    #expect(try tool.request("clean") == .clean)
    #expect(try tool.request("copy", "a", "--secret") == copy("a"))
  }

  @Test("common options come before the verb or behind it, and the last colour counts")
  func common() throws {
    for arguments in [
      ["--color", "always", "look"], ["look", "--color", "always"], ["--color=always", "look"],
      ["--color=never", "look", "--color=always"],
    ] {
      let line = try tool.parse(arguments)
      #expect(line.color == .always)
      guard case .command(.look) = line.request else {
        Issue.record("\(arguments)")
        continue
      }
    }
    #expect(try tool.parse(["look"]).color == .auto)
  }

  @Test("nothing at all, or a colour alone, is nothing", arguments: [[], ["--color", "never"]])
  func nothing(_ arguments: [String]) throws {
    guard case .nothing = try tool.parse(arguments).request else {
      Issue.record("\(arguments)")
      return
    }
  }

  @Test("a program without verbs takes its options alone")
  func noVerbs() throws {
    #expect(try plain.request() == .copy(words: [], times: nil, quiet: false, to: nil))
    #expect(try plain.request("-q") == .copy(words: [], times: nil, quiet: true, to: nil))
    #expect(try plain.request("--color", "never", "-q") == .copy(words: [], times: nil, quiet: true, to: nil))
    for word in ["", "x", "-"] { #expect(plain.problem(word)?.contains("is not known") == true) }
  }

  // MARK: Help and version

  /// The name of the verb whose help is given; empty for the whole.
  private func help(_ arguments: [String], _ table: CommandTable<Request> = tool) throws -> String? {
    if case .help(let verb) = try table.parse(arguments).request { verb?.name ?? "" } else { nil }
  }

  @Test(
    "help is given wherever it is asked for, whatever else is wrong",
    arguments: [
      (["--help"], ""), (["-h"], ""), (["help"], ""), (["help", "look"], "look"), (["look", "--help"], "look"),
      (["look", "-h"], "look"), (["--help", "copy"], "copy"), (["copy", "--shout", "a", "b", "c", "-h"], "copy"),
      (["nothing", "--help"], ""), (["help", "--color=never", "look"], "look"), (["help", "clean"], "clean"),
    ])
  func help(_ arguments: [String], _ verb: String) throws {
    #expect(try help(arguments) == verb)
  }

  @Test("a program without verbs has one help", arguments: [["--help"], ["-h"], ["help"], ["-q", "--help"]])
  func plainHelp(_ arguments: [String]) throws {
    #expect(try help(arguments, plain) == "")
  }

  @Test("help of what is no verb gets a suggestion")
  func helpOfNothing() {
    #expect(tool.problem("help", "lok") == "there is no verb 'lok'. Did you mean look?")
    #expect(tool.problem("help", "x")?.contains("'./tool help'") == true)
  }

  @Test(
    "the version is told before the verb and behind it",
    arguments: [["--version"], ["look", "--version"], ["copy", "a", "--version"], ["--color", "never", "--version"]])
  func version(_ arguments: [String]) throws {
    guard case .version = try tool.parse(arguments).request else {
      Issue.record("\(arguments)")
      return
    }
  }

  // MARK: What is wrong

  @Test(
    "what is wrong is said, with what to write instead",
    arguments: [
      (["look", "--shout"], "'look' has no option '--shout'. './tool help look' lists them."),
      (["copy", "a", "--quite"], "'copy' has no option '--quite'. Did you mean --quiet?"),
      (["copy", "a", "--quite=1"], "'copy' has no option '--quite=1'. Did you mean --quiet?"),
      (["copy", "a", "--to"], "--to needs a value: --to PLACE."),
      (["copy", "a", "--to="], "--to needs a value: --to PLACE."),
      (["copy", "a", "--to", ""], "--to needs a value: --to PLACE."),
      (["copy", "a", "-t"], "--times needs a value: --times N."),
      (["copy", "a", "--times", "10"], "--times needs a number from 1 to 9."),
      (["copy", "a", "--times=x"], "--times needs a number from 1 to 9."),
      (["copy", "a", "--quiet=yes"], "--quiet takes no value, so leave out '=yes'."),
      (["copy", "a", "--quiet="], "--quiet takes no value, so leave out '='."),
      (["copy", "a", "b", "c"], "'copy' takes 2 names, not 'c': ./tool copy NAME [NAME]."),
      (["look", "a"], "'look' takes no name, not 'a': ./tool look."),
      (["copy"], "'copy' needs NAME [NAME]: ./tool copy NAME [NAME]."),
      (["copy", "--"], "'copy' needs NAME [NAME]: ./tool copy NAME [NAME]."),
      (["--quiet", "a"], "'--quiet' comes after a verb: ./tool copy NAME [NAME] --quiet."),
      (["-q", "a"], "'-q' comes after a verb: ./tool copy NAME [NAME] -q."),
      (["--versio"], "there is no option '--versio'. Did you mean --version?"),
      (["--color"], "--color needs a value: --color WHEN."),
      (["--color", "red", "look"], "--color needs 'always', 'auto' or 'never', not 'red'."),
      (["look", "--color=red"], "--color needs 'always', 'auto' or 'never', not 'red'."),
      (["--version=2"], "--version takes no value, so leave out '=2'."),
      (["copy", "a", "-x"], "'copy' has no option '-x'. './tool help copy' lists them."),
    ])
  func problems(_ arguments: [String], _ message: String) {
    #expect(tool.problem(arguments) == message)
  }

  @Test("no suggestion names a hidden option")
  func hiddenSuggestion() {
    #expect(tool.problem("copy", "a", "--secre")?.contains("--secret") == false)
  }

  @Test("a hostile or endless word gets a short message on one line")
  func hostile() {
    let long = String(repeating: "x", count: 1_000_000)
    for word in ["--\n\u{1B}[31m", "--" + long, "--to=" + long, "-" + long] {
      for arguments in [["look", word], [word], ["look", word, word]] {
        let message = tool.problem(arguments)
        #expect(message != nil && message?.contains("\n") == false && message?.contains("\u{1B}") == false)
        #expect((message ?? "").count < 250)
      }
    }
  }
}

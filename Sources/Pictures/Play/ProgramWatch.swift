package import Console
import Foundation

/// `scenarios watch` with a file of the reader's own: plays the program whenever it is saved. A save ends the run that
/// is under way.
package struct ProgramWatch {
  private var options: Play.Options
  private let screen: Screen
  private let hasKeys: Bool
  /// The programs, and what they read.
  private var files: [URL] {
    let input = [options.input].compactMap(\.self).filter(PlayedRun.isPlainFile)
    return (options.files + input).map { URL(fileURLWithPath: $0) }
  }

  /// - Throws: `InputError` if a file is not there, or cannot be saved.
  package init(_ options: Play.Options, _ screen: Screen) throws {
    if options.page == "-" {
      throw UsageError("'watch' prints more than the page to standard output; give --page a file.")
    }
    for file in options.files {
      _ = try file == "-" ? "" : PlayedRun.text(of: file)
      guard PlayedRun.isPlainFile(file) else {
        throw UsageError("\(file == "-" ? "standard input" : quoted(file)) cannot be saved: 'watch' needs a file.")
      }
    }
    (self.options, self.screen) = (options, screen)
    self.options.sharesInput = false
    hasKeys = screen.isTerminal && Keys.begin()
  }

  private enum Event {
    case play, quit
  }

  /// Returns when the reader quits.
  package func run() throws {
    defer { Keys.end() }
    while true {
      // Taken before the run, so that a save during the run is noticed.
      let seen = SavedFiles.stamp(of: files)
      let now = screen.measured(STDOUT_FILENO)
      SavedFiles.announce("Compiling and running \(name) …", now)
      let event = try play(seen, now) ?? wait(otherThan: seen)
      if event == .quit { return }
      SavedFiles.clear(screen)
    }
  }

  private var name: String { options.files.map(printable).joined(separator: " and ") }

  /// Plays the programs. Returns what ended the run, if it did not end by itself.
  private func play(_ seen: [String], _ screen: Screen) throws -> Event? {
    var event: Event?
    let isUnwanted = {
      if event == nil { event = key(Keys.next(within: 0)) ?? (isSaved(otherThan: seen) ? .play : nil) }
      return event != nil
    }
    do {
      try withoutActuallyEscaping(isUnwanted) { _ = try Play(screen, isUnwanted: $0).run(options) }
    } catch is PlayedRun.Unwanted {
      return event
    } catch {
      // It may be saved again, and then be right.
      print(message(of: error))
    }
    return nil
  }

  private func message(of error: any Error) -> String {
    switch error {
    case let error as InputError: error.message
    case let error as OutputError: error.message
    case let error as UsageError: error.message
    default: sentence(about: error)
    }
  }

  private func isSaved(otherThan seen: [String]) -> Bool {
    let now = SavedFiles.stamp(of: files)
    return now != seen && !now.contains(SavedFiles.gone)
  }

  // MARK: Between runs

  private func wait(otherThan seen: [String]) -> Event {
    announce()
    var missing = 0
    while true {
      let now = SavedFiles.stamp(of: files)
      // An editor may replace a file: it is gone for a moment.
      missing = now.contains(SavedFiles.gone) ? missing + 1 : 0
      if missing == 5 { SavedFiles.announce("\(name) is gone. It is played when it is there again.", screen) }
      if isSaved(otherThan: seen) { return .play }
      guard hasKeys else {
        Thread.sleep(forTimeInterval: 0.2)
        continue
      }
      guard let pressed = Keys.next(within: 200) else { continue }
      if let event = key(pressed) { return event }
      guard pressed == "?" else { continue }
      print("")
      let keys = [("r", "run it again"), ("q", "quit, also while it runs"), ("?", "these keys")]
      for (key, text) in keys { for line in screen.row("  \(key)  ", text) { print(line) } }
      announce()
    }
  }

  private func key(_ key: Character?) -> Event? {
    switch key {
    case "r": .play
    case "q", "\u{4}": .quit
    default: nil
    }
  }

  private func announce() {
    let end = hasKeys ? "" : " Ctrl-C ends this."
    SavedFiles.announce("Waiting for \(name) to be saved.\(end)", screen)
    if hasKeys { for line in screen.lines("r run again   q quit   ? all keys") { print(line) } }
    StandardStreams.flush()
  }
}

import Console
import Explain
import Foundation
import Harness
import Review

/// `scenarios explain`: where the log comes from, and in which form the answer is printed.
struct ExplainCommand: Equatable {
  enum Source: Equatable {
    case file(String)
    case standardInput
    case text(String)
  }

  var source = Source.standardInput
  var json = false
  /// Whether standard input was asked for with `-`.
  var isAskedFor = false

  init(_ line: Invocation) throws(UsageError) {
    json = line.has("--json")
    isAskedFor = line.words.first == "-"
    let texts = Array(line.words.dropFirst(isAskedFor ? 1 : 0))
    if isAskedFor && !texts.isEmpty {
      throw UsageError("'explain -' reads standard input; leave out \(quoted(texts[0])), or leave out the -.")
    }
    if texts.count == 1 {
      source = texts[0].contains(where: \.isWhitespace) && !Self.exists(texts[0]) ? .text(texts[0]) : .file(texts[0])
    } else if texts.count > 1 {
      source = .text(texts.joined(separator: " "))
    }
    if case .file("") = source { throw UsageError("'explain' needs a file, - or a text, and was given ''.") }
  }

  /// Reads the log, and prints what it tells.
  func run(_ screen: Screen) throws {
    let diagnosis = Diagnosis(try log)
    if json {
      print(try Explanation(diagnosis).json)
    } else {
      let report = ExplanationReport(Explanation(diagnosis), of: diagnosis, width: screen.width.map { min($0, 100) })
      for line in report.lines { print(line) }
    }
  }

  private var log: Log {
    get throws {
      switch source {
      case .text(let text):
        return Log(text: text)
      case .file(let path):
        return try Self.read(path)
      case .standardInput:
        if !isAskedFor && isatty(STDIN_FILENO) == 1 {
          StandardStreams.writeError("Paste the log here, then press Return and Ctrl-D. Ctrl-C stops.\n")
        }
        return try Self.read(.standardInput, called: "standard input")
      }
    }
  }

  private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private static func read(_ path: String) throws -> Log {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(
        message: "there is no file \(quoted(path)). To explain a text instead, put it in quotes, or pipe it: "
          + "pbpaste | ./scenarios explain -")
    }
    if isFolder.boolValue { throw InputError(message: "\(quoted(path)) is a folder; 'explain' reads one file.") }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw InputError(message: "\(quoted(path)) cannot be read: \(String(cString: strerror(errno))).")
    }
    defer { try? file.close() }
    return try read(file, called: quoted(path))
  }

  private static func read(_ file: FileHandle, called name: String) throws -> Log {
    var reader = LogReader()
    var input = Input(file: file.fileDescriptor)
    do {
      var hasText = false
      while let block = try input.next(reader.block) {
        if !hasText, !LogReader.hasZerosAlone(block) {
          hasText = true
          if let binary = BinaryFile(block) { throw InputError(message: "\(name) \(binary.what). \(binary.advice)") }
        }
        reader.add(block)
        if reader.isFull { break }
        if reader.hasBeginning, let start = lastPart(of: file, in: reader.block) {
          try file.seek(toOffset: UInt64(start * reader.block))
          reader.skip(to: start)
        }
      }
      if !hasText && reader.count > 0 { throw InputError(message: "\(name) has nothing but zeros.") }
    } catch let error as InputError {
      throw error
    } catch {
      throw InputError(message: "\(name) cannot be read: \(printable(error.localizedDescription))")
    }
    return Log(reader)
  }

  /// The block at which the part of a long file begins that is read after its beginning; nil if all of it is read.
  private static func lastPart(of file: FileHandle, in block: Int) -> Int? {
    var status = stat()
    guard fstat(file.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > LogReader.mostRead
    else { return nil }
    return (Int(status.st_size) - LogReader.mostRead) / block + 4
  }
}

/// Input that is read to its end once. A terminal goes on after its end, so it is not asked again.
private struct Input {
  let file: CInt
  private var hasEnded = false

  init(file: CInt) { self.file = file }

  /// The next bytes: a whole block, or less at the end of the input; nil behind it.
  mutating func next(_ count: Int) throws -> [UInt8]? {
    var block = [UInt8](repeating: 0, count: count)
    var filled = 0
    while !hasEnded, filled < count {
      let got = block.withUnsafeMutableBytes { read(file, $0.baseAddress! + filled, count - filled) }
      if got < 0 {
        if errno == EINTR { continue }
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      hasEnded = got == 0
      filled += got
    }
    return filled == 0 ? nil : Array(block[..<filled])
  }
}

extension Explanation {
  /// The explanation, with what the catalogue says of its cards.
  init(_ diagnosis: Diagnosis) {
    self.init(diagnosis) { id in
      Pitfall.named(id).map { pitfall in
        CardEntry(
          id: pitfall.id, title: pitfall.title, card: "Lessons/\(pitfall.card)",
          lesson: "Lessons/\(pitfall.lesson.rawValue)", isReviewed: Review.pitfalls.contains(pitfall.id))
      }
    }
  }
}

import Foundation

/// What the sources say of themselves: which folders there are, and which folder uses which.
struct Modules {
  /// Each module in `Sources`, with its folders.
  let folders: [String: [String]]
  /// Each module in `Sources`, with the modules in `Sources` that it imports.
  let imports: [String: Set<String>]
  /// Each folder, as `Module/Folder`, with the folders of the same module whose types it names.
  let uses: [String: Set<String>]
  /// Every type that is declared in `Sources`.
  let types: Set<String>

  init() throws {
    var folders: [String: Set<String>] = [:]
    var imported: [String: Set<String>] = [:]
    var uses: [String: Set<String>] = [:]
    let all = try Self.files()
    types = Set(all.flatMap(\.declared))
    for (module, files) in Dictionary(grouping: all, by: \.module) {
      imported[module] = Set(files.flatMap(\.imports))
      let homes = Self.homes(of: files)
      for file in files {
        guard let folder = file.folder else { continue }
        folders[module, default: []].insert(folder)
        let others = file.names.compactMap { homes[$0] }.filter { $0 != folder }
        uses["\(module)/\(folder)", default: []].formUnion(others)
      }
    }
    self.folders = folders.mapValues { $0.sorted() }
    imports = imported.mapValues { $0.filter { imported[$0] != nil } }
    self.uses = uses
  }

  /// The folder in which each type is declared. A name that the module declares twice, in two types say, tells
  /// nothing and is left out.
  private static func homes(of files: [SwiftFile]) -> [String: String] {
    let declared = files.flatMap { file in file.declared.map { (name: $0, folder: file.folder) } }
    return Dictionary(grouping: declared, by: \.name).compactMapValues { $0.count == 1 ? $0[0].folder : nil }
  }

  private static func files() throws -> [SwiftFile] {
    try Repository.files(in: "Sources", endingIn: ".swift").compactMap { path in
      SwiftFile(path: path, text: try Repository.text(of: path))
    }
  }
}

/// A Swift file, as far as it has to be understood to see what it uses: its words, without comments and strings.
struct SwiftFile {
  let module: String
  /// The folder of the module that the file is in; nil for a file that is in none.
  let folder: String?
  private(set) var imports: Set<String> = []
  /// The types it declares, at any depth.
  private(set) var declared: Set<String> = []
  /// Every word that begins with a capital.
  private(set) var names: Set<String> = []

  /// - Parameter path: like `Sources/Module/Folder/File.swift`.
  init?(path: String, text: String) {
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count > 2, parts[0] == "Sources" else { return nil }
    module = parts[1]
    folder = parts.count > 3 ? parts[2] : nil
    let kinds: Set = ["class", "struct", "enum", "protocol", "actor", "typealias"]
    var previous = ""
    for word in Self.words(of: text) {
      if previous == "import" { imports.insert(word) }
      if kinds.contains(previous) { declared.insert(word) }
      if word.first?.isUppercase == true { names.insert(word) }
      previous = word
    }
  }

  /// The words of the code. Of a string, interpolations are left out with the rest.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var isInLongString = false
    for line in text.split(separator: "\n") {
      for (index, part) in line.components(separatedBy: "\"\"\"").enumerated() {
        if index > 0 { isInLongString.toggle() }
        if !isInLongString { words += wordsOfLine(part) }
      }
    }
    return words
  }

  /// The words of a line up to its comment, without those in strings.
  private static func wordsOfLine(_ line: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var isInString = false
    var previous: UInt8 = 0
    for byte in line.utf8 + [UInt8(ascii: " ")] {
      defer { previous = byte == UInt8(ascii: "\\") && previous == byte ? 0 : byte }
      if byte == UInt8(ascii: "\""), previous != UInt8(ascii: "\\") { isInString.toggle() }
      if isInString { continue }
      if byte == UInt8(ascii: "/"), previous == byte { break }
      if Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
        || byte == UInt8(ascii: "_")
      {
        word.append(byte)
      } else if !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word = []
      }
    }
    return words
  }
}

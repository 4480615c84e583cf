import Console
import Foundation

/// The files that are reviewed, and what is left out.
struct Files {
  /// A file: where it is, and what a report calls it.
  struct File: Sendable {
    let path: String
    let name: String
    let language: Language
    /// Whether it was named itself, and not found in a folder.
    var isNamed: Bool
  }

  private(set) var files: [File] = []
  /// Folders that were left out, as a report names them.
  private(set) var leftOut: [String] = []
  /// What could not be read: the name, and why.
  private(set) var notRead: [(name: String, reason: String)] = []
  /// How many files git ignores.
  private(set) var ignoredByGit = 0
  private(set) var remarks: [String] = []
  private let excluded: [(glob: Glob, isLeftOut: Bool)]

  /// - Parameter excluded: patterns of paths to leave out, from each path on.
  /// - Throws: ``InputError`` if a path is not there.
  init(_ paths: [String], excluding excluded: [String]) throws {
    self.excluded = excluded.map { text in
      let pattern = text.hasPrefix("!") ? text.dropFirst() : text[...]
      // `./Sources` is one from the folder on.
      return (Glob(pattern.hasPrefix("./") ? pattern.dropFirst() : pattern), !text.hasPrefix("!"))
    }
    for path in paths {
      var isFolder: ObjCBool = false
      let whole = URL(fileURLWithPath: path).standardizedFileURL.path
      guard FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder) else {
        throw InputError(message: "there is no file and no folder \(quoted(path)).")
      }
      if isFolder.boolValue {
        var name = path
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        let prefix = name == "." ? "" : name + (name == "/" ? "" : "/")
        let before = (files.count, ignoredByGit)
        walk(whole, prefix, from: whole, Self.gitRules(above: whole))
        if files.count == before.0, ignoredByGit > before.1 {
          // Files that git knows stay in it, whatever the patterns say.
          remarks.append(".gitignore leaves out every source in \(quoted(path)), so it is not heeded there.")
          leftOut.removeAll()
          ignoredByGit = before.1
          walk(whole, prefix, from: whole, nil)
        }
        if files.count == before.0, let (name, reason) = notRead.first {
          throw InputError(message: "\(quoted(name)) cannot be read: \(reason).")
        }
        if files.count == before.0 {
          throw InputError(message: "there is no Swift and no Objective-C source in \(quoted(path)).")
        }
      } else if let language = Language(path: whole) {
        files.append(File(path: whole, name: path, language: language, isNamed: true))
      } else {
        throw InputError(
          message:
            "\(quoted(path)) is no Swift and no Objective-C source: its name has to end in .swift, .m, .mm or .h.")
      }
    }
    files.sort { $0.name < $1.name }
    var seen: Set<String> = []
    files = files.filter { seen.insert($0.path).inserted }
    leftOut.sort()
  }

  /// Folders of packages that others maintain, and of what a build makes.
  private static let foreign: Set<String> = [
    "Pods", "Carthage", "DerivedData", "node_modules", "checkouts", "SourcePackages", "build",
  ]

  private mutating func walk(_ folder: String, _ name: String, from root: String, _ git: IgnoredByGit?) {
    var git = git
    if let text = try? String(contentsOfFile: folder + "/.gitignore", encoding: .utf8) { git?.add(text, in: folder) }
    guard let stream = opendir(folder) else {
      notRead.append((name.isEmpty ? folder : name, String(cString: strerror(errno))))
      return
    }
    var entries: [(String, isFolder: Bool)] = []
    while let entry = readdir(stream) {
      let text = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      switch Int32(entry.pointee.d_type) {
      case Int32(DT_DIR): entries.append((text, true))
      case Int32(DT_REG): entries.append((text, false))
      case Int32(DT_UNKNOWN):
        var status = stat()
        if lstat("\(folder)/\(text)", &status) == 0 {
          if status.st_mode & S_IFMT == S_IFDIR { entries.append((text, true)) }
          if status.st_mode & S_IFMT == S_IFREG { entries.append((text, false)) }
        }
      // Symbolic links are not followed.
      default: break
      }
    }
    closedir(stream)
    for (entry, isFolder) in entries.sorted(by: { $0.0 < $1.0 }) {
      let path = "\(folder)/\(entry)"
      if isFolder {
        if entry.hasPrefix(".") { continue }
        let isIgnored = git?.ignores(path, isFolder: true) ?? false
        if isIgnored { ignoredByGit += 1 }
        if Self.foreign.contains(entry) || isIgnored || isExcluded(path, root) {
          leftOut.append(name + entry)
          continue
        }
        walk(path, name + entry + "/", from: root, git)
      } else if let language = Language(path: entry), !isExcluded(path, root) {
        if git?.ignores(path, isFolder: false) ?? false {
          ignoredByGit += 1
        } else {
          files.append(File(path: path, name: name + entry, language: language, isNamed: false))
        }
      }
    }
  }

  private func isExcluded(_ path: String, _ root: String) -> Bool {
    let below = String(path.dropFirst(root.count + 1))
    // As in .gitignore, the last one that matches decides.
    return excluded.last { $0.glob.matches(below, isFolder: true) }?.isLeftOut ?? false
  }

  /// The rules of the folders around one, up to that of the repository.
  private static func gitRules(above folder: String) -> IgnoredByGit {
    var folders: [String] = []
    var url = URL(fileURLWithPath: folder)
    while url.path != "/" {
      if FileManager.default.fileExists(atPath: url.appendingPathComponent(".git").path) { break }
      url.deleteLastPathComponent()
      folders.insert(url.path, at: 0)
    }
    var rules = IgnoredByGit()
    if url.path == "/" { return rules }
    if let text = try? String(contentsOfFile: url.path + "/.git/info/exclude", encoding: .utf8) {
      rules.add(text, in: url.path)
    }
    for folder in folders {
      if let text = try? String(contentsOfFile: folder + "/.gitignore", encoding: .utf8) { rules.add(text, in: folder) }
    }
    return rules
  }

  // MARK: Reading

  enum Reading {
    case bytes([UInt8])
    case notRead(String)
  }

  /// Larger files are made by programs.
  private static let mostBytes = 2_000_000

  static func read(_ path: String) -> Reading {
    // To open a pipe would block until another process writes.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return .notRead(String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return .notRead(String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .notRead("it is no file") }
    if status.st_size > mostBytes { return .notRead("it has more than 2 MB") }
    // With a zero behind it, for the searches of the C library.
    let size = Int(status.st_size)
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var filled = 0
    while filled < size {
      let got = bytes.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress! + filled, size - filled) }
      if got < 0 {
        if errno == EINTR { continue }
        return .notRead(String(cString: strerror(errno)))
      }
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(size - filled)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return .bytes(utf8(ofUTF16: bytes)) }
    let isBinary = bytes.withUnsafeBytes { memchr($0.baseAddress!, 0, min($0.count - 1, 8000)) != nil }
    return isBinary ? .notRead("it is binary") : .bytes(bytes)
  }

  private static func utf8(ofUTF16 bytes: [UInt8]) -> [UInt8] {
    let isLittle = bytes[0] == 0xFF
    let units = stride(from: 2, to: bytes.count - 2, by: 2).map { index in
      isLittle
        ? UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 : UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8) + [0]
  }

  /// Whether a file is a test, by its path or by what it imports.
  static func isTest(_ name: String, _ bytes: [UInt8]) -> Bool {
    let parts = name.split(separator: "/")
    let folders = parts.dropLast()
    // `AppTests`, `Unit tests`, `test`
    if folders.contains(where: { folder in
      ["Tests", "Test", "Specs", "Mocks"].contains(where: folder.hasSuffix)
        || ["tests", "test", "specs", "mocks"].contains(where: folder.split { !$0.isLetter }.contains)
    }) {
      return true
    }
    let stem = parts.last?.prefix { $0 != "." } ?? ""
    if ["Tests", "Test", "Spec", "Specs", "Mock", "Mocks"].contains(where: stem.hasSuffix) { return true }
    return bytes.contains(
      anyOf: ["import XCTest", "import Testing", "import Quick", "import Nimble", "#import <XCTest"], asWhole: true)
  }
}

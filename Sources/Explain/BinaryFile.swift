/// A file that is no log, by its first bytes.
package struct BinaryFile {
  /// What the file is, as in "is a PNG image".
  package let what: String
  /// What to do instead, as a sentence.
  package let advice: String

  private static let logs = "Pass the text that the system, Xcode or a crash service wrote when the process died."

  /// Recognises a file that has no text; nil for one that can be a log.
  ///
  /// - Parameter bytes: the beginning of the file, or a later part if that has zeros alone.
  package init?(_ bytes: [UInt8]) {
    if let known = Self.known.first(where: { bytes.starts(with: $0.bytes) }) {
      (what, advice) = (known.what, known.advice)
    } else if Self.hasNoText(bytes) {
      (what, advice) = ("is no text", Self.logs)
    } else {
      return nil
    }
  }

  /// Text has hardly any control characters beside those of terminals. Zeros do not count: a log that is emptied while
  /// it is written begins with them.
  private static func hasNoText(_ bytes: [UInt8]) -> Bool {
    let scalars = TextEncoding(bytes).text(bytes).unicodeScalars.filter { $0 != "\0" }
    let controls = scalars.count { $0.value < 0x20 && !(0x07...0x0D ~= $0.value) && $0 != "\u{1B}" }
    return controls >= 32 && controls * 20 > scalars.count
  }

  private static func packed(_ name: String, _ bytes: [UInt8], _ command: String) -> (
    bytes: [UInt8], what: String, advice: String
  ) {
    (bytes, "is compressed with \(name)", "Unpack it first: \(command) FILE | ./scenarios explain -")
  }

  private static let known: [(bytes: [UInt8], what: String, advice: String)] = {
    let machO: [[UInt8]] = [
      [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCF], [0xFE, 0xED, 0xFA, 0xCE],
      [0xCA, 0xFE, 0xBA, 0xBE],
    ]
    let images: [(String, [UInt8])] = [
      ("a PNG image", [0x89, 0x50, 0x4E, 0x47]), ("a JPEG image", [0xFF, 0xD8, 0xFF]),
      ("a GIF image", Array("GIF8".utf8)), ("a PDF document", Array("%PDF-".utf8)),
    ]
    return [
      packed("gzip", [0x1F, 0x8B], "gunzip -c"), packed("bzip2", Array("BZh".utf8), "bunzip2 -c"),
      packed("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz -dc"), packed("zstd", [0x28, 0xB5, 0x2F, 0xFD], "zstd -dc"),
      (
        [0x50, 0x4B, 0x03, 0x04], "is a zip archive",
        "Pass one log of it: unzip -p ARCHIVE LOG | ./scenarios explain -"
      ),
      ([0x7F, 0x45, 0x4C, 0x46], "is an ELF file: a program, a library or a memory dump", logs),
      (Array("bplist00".utf8), "is a binary property list", "plutil -p FILE prints it as text."),
      (Array("SQLite format 3".utf8), "is an SQLite database", logs),
    ]
      + machO.map { ($0, "is a Mach-O file: a program, a library or its symbols", logs) }
      + images.map { ($0.1, "is \($0.0)", "Copy the words of the log out of it, and pass those.") }
  }()
}

import Book
import Console

/// The maker of the book, `make lessons`: it writes the excerpts, the transcripts, the generated parts and the figures of
/// the pages anew. The tests of this module only compare.
@main
enum Main {
  static func main() {
    do {
      for path in try Book.update() { print(path) }
    } catch {
      Ending.fail("book", error)
    }
  }
}

import Foundation

final class Job: NSObject {
  @objc dynamic var pages = 0
  @objc var name = ""

  func write() {
    willChangeValue(forKey: #keyPath(pages))  // finds
    pages += 1
    didChangeValue(forKey: #keyPath(pages))
    // Near misses: `name` does not announce itself, and `other.pages` is another job's.
    willChangeValue(for: \.name)
    name = "a"
    didChangeValue(for: \.name)
  }

  func copy(_ other: Job) {
    willChangeValue(forKey: "pages")
    other.pages = 1
    didChangeValue(forKey: "pages")
  }
}

import Console
import Foundation
import Harness

/// One page with the pictures of all runs, to step through. It has a link to the page of every order, if that was written
/// beside it.
package enum Atlas {
  /// What the page of every order is called.
  package static let ordersPage = "orders.html"

  /// Runs the pitfalls, and writes the page.
  static func write(to name: String, _ pitfalls: [Pitfall]) throws {
    let file = try PageFile(name)
    let status = StatusLine()
    let orders = URL(fileURLWithPath: name).deletingLastPathComponent().appending(path: ordersPage).path
    let isThere = name != "-" && FileManager.default.fileExists(atPath: orders)
    let data = try AtlasData.recordingAll(
      pitfalls, root: PackageRoot.way(from: name), orders: isThere ? ordersPage : nil
    ) { done, count in
      status.show { _ in "\(done) of \(count) runs" }
    }
    status.clear()
    try file.write(Data(Page.html(data).utf8))
  }
}

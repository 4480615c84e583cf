import Console
import Foundation
import Replay

/// One page with the pictures of all runs, to step through. It has a link to the page of every order, if that was written
/// beside it.
enum Atlas {
  /// Runs the pitfalls, and writes the page.
  static func write(to name: String, _ pitfalls: [Pitfall]) throws {
    let file = try PageFile(name)
    let status = StatusLine()
    let orders = URL(fileURLWithPath: name).deletingLastPathComponent().appending(path: OrdersPage.fileName).path
    let isThere = name != "-" && FileManager.default.fileExists(atPath: orders)
    let data = try AtlasData.recordingAll(
      pitfalls, root: root(from: name), orders: isThere ? OrdersPage.fileName : nil
    ) { done, count in
      status.show { _ in "\(done) of \(count) runs" }
    }
    status.clear()
    try file.write(Data(Page.html(data).utf8))
  }

  /// What leads from the folder of the page to the root of the package, such as `../`. A page that is piped somewhere
  /// is taken to be opened from the root.
  private static func root(from name: String) -> String {
    guard name != "-", let root = try? PackageRoot.find().standardized.pathComponents else { return "" }
    let folder = URL(fileURLWithPath: name).deletingLastPathComponent().standardized.pathComponents
    let common = zip(root, folder).prefix { $0 == $1 }.count
    let steps = folder.dropFirst(common).map { _ in ".." } + root.dropFirst(common)
    return steps.map { "\($0)/" }.joined()
  }
}

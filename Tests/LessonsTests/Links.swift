import Foundation

@testable import Book

/// Whether links lead somewhere. Links to other sites are not followed.
enum Links {
  /// The links of a page that lead nowhere.
  ///
  /// - Parameters:
  ///   - page: the page that has the links.
  ///   - pages: the pages that have anchors, this one among them.
  ///   - exists: whether there is a file or folder at a path in the package.
  static func problems(in page: Page, pages: [Page], exists: (String) -> Bool) -> [Problem] {
    var problems: [Problem] = []
    var definitions: Set<String> = []
    var uses: [(name: String, line: Int)] = []
    for line in page.prose where line.text.contains("]") {
      let text = line.text.replacing(/(`+)[^`]+?\1/, with: "")  // code is not a link
      var targets = text.matches(of: /\]\(\s*<?([^)\s>]*)[^)]*\)/).map { String($0.1) }
      if let definition = text.wholeMatch(of: /\[([^\]]+)\]:\s*(\S+).*/) {
        definitions.insert(definition.1.lowercased())
        targets.append(String(definition.2))
      }
      uses += text.matches(of: /\[([^\]]+)\]\[([^\]]*)\]/).map {
        (($0.2.isEmpty ? $0.1 : $0.2).lowercased(), line.number)
      }
      problems += targets.compactMap { target in
        objection(to: target, on: page, pages: pages, exists: exists).map {
          page.problem(line.number, "the link to \"\(target)\" leads nowhere: \($0)")
        }
      }
    }
    return problems
      + uses.filter { !definitions.contains($0.name) }.map {
        page.problem($0.line, "the link [\($0.name)] is never defined")
      }
  }

  private static func objection(
    to target: String, on page: Page, pages: [Page], exists: (String) -> Bool
  ) -> String? {
    if target.isEmpty { return "it is empty" }
    if target.prefixMatch(of: /https?:\/\/|mailto:/) != nil { return nil }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = resolved(String(parts[0]), from: page.path) else {
      return "it leaves the repository"
    }
    if !exists(path) { return "there is no \(path)\(Repository.moved(path))" }
    guard parts.count == 2 else { return nil }
    guard let other = pages.first(where: { $0.path == path }) else {
      return "only pages of the book have anchors that can be relied on"
    }
    let anchors = other.headings.map(\.anchor)
    return anchors.contains(String(parts[1]))
      ? nil : "\(path) has no heading of that name: write the anchor of the heading that is meant"
  }

  /// The path in the package that a relative link means, or nil if it leads out of it.
  private static func resolved(_ link: String, from page: String) -> String? {
    if link.isEmpty { return page }
    guard !link.hasPrefix("/"), let link = link.removingPercentEncoding else { return nil }
    var parts = page.split(separator: "/").dropLast().map(String.init)
    for part in link.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}

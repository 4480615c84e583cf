import Foundation

/// A page that steps through recorded runs. It needs no network and no other file.
package enum Page {
  /// The page with the data in it.
  package static func html(_ data: PageData) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Inside a script element, these two could end it or hide its end.
    let json = String(decoding: try encoder.encode(data), as: UTF8.self)
      .replacing("</", with: "<\\/").replacing("<!--", with: "\\u003c!--")
    return text(PackageResources.viewer_html)
      .replacing("/*drawings*/", with: SVGPainter.style)
      .replacing("/*pattern*/", with: SVGPainter.pattern)
      .replacing("/*style*/", with: text(PackageResources.viewer_css))
      .replacing("/*script*/", with: text(PackageResources.viewer_js))
      .replacing("/*data*/", with: json)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

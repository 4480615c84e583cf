import Foundation

/// A page that steps through recorded runs. It needs no network and no other file.
package enum Page {
  /// The page with the data in it.
  package static func html(_ data: PageData) throws -> String {
    let template = text(PackageResources.viewer_html)
      .replacing("/*drawings*/", with: SVGPainter.style)
      .replacing("/*pattern*/", with: SVGPainter.pattern)
    return try fill(
      template, style: text(PackageResources.viewer_css), script: text(PackageResources.viewer_js), with: data)
  }

  /// A page of the same look: the style sheet is put into the template.
  package static func styled(_ template: String, style: String) -> String {
    template.replacing("/*style*/", with: text(PackageResources.colours_css) + style)
  }

  /// The same with a script, and with the data that it needs.
  package static func fill(_ template: String, style: String, script: String, with data: some Encodable) throws
    -> String
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Inside a script element, these two could end it or hide its end.
    let json = String(decoding: try encoder.encode(data), as: UTF8.self)
      .replacing("</", with: "<\\/").replacing("<!--", with: "\\u003c!--")
    return styled(template, style: style)
      .replacing("/*script*/", with: script)
      .replacing("/*data*/", with: json)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

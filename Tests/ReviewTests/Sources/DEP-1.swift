import Foundation

final class Track: NSObject {
  @objc dynamic var title = ""
  @objc var line: String { title }
  @objc var both: String { title }

  class func keyPathsForValuesAffectingLine() -> Set<String> { ["title"] }  // finds

  // Near misses.
  @objc class func keyPathsForValuesAffectingBoth() -> Set<String> { ["title"] }
  @objc class func keyPathsForValuesAffectingDescription() -> Set<String> { ["title"] }
}

final class Invisible: NSObject {
  // Near miss: nobody can observe the property by its name either.
  var medium: Int? { nil }
  static func keyPathsForValuesAffectingMedium() -> Set<String> { ["data"] }
}

import Foundation

class Track: NSObject {
  @objc dynamic var title = ""
  @objc var line: String { title }
  @objc var both: String { title }

  class func keyPathsForValuesAffectingLine() -> Set<String> { ["title"] }  // finds

  // Near misses.
  @objc class func keyPathsForValuesAffectingBoth() -> Set<String> { ["title"] }
  @objc class func keyPathsForValuesAffectingDescription() -> Set<String> { ["title"] }
}

final class Invisible: NSObject {
  // Near miss: the property cannot be observed by its name either.
  var medium: Int? { nil }
  static func keyPathsForValuesAffectingMedium() -> Set<String> { ["data"] }
}

// Near misses: an override is visible, as what it overrides; up to Swift 3, everything was; so is all of such a class.
class Album: Track {
  override class func keyPathsForValuesAffectingBoth() -> Set<String> { ["title"] }
  class func keyPathsForValuesAffectingLine() -> NSSet { ["title"] }
}

@objcMembers final class Artist: NSObject {
  dynamic var first = ""
}

extension Artist {
  var initials: String { first }
  static func keyPathsForValuesAffectingInitials() -> Set<String> { ["first"] }
}

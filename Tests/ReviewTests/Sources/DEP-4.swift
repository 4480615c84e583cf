import Foundation

final class Track: NSObject {
  @objc dynamic var title = ""
  @objc dynamic var line = ""

  @objc class func keyPathsForValuesAffectingLine() -> Set<String> { [#keyPath(line)] }  // finds
  // Near miss.
  @objc class func keyPathsForValuesAffectingTitle() -> Set<String> { [#keyPath(line)] }
}

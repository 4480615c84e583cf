import Foundation

class Track: NSObject {
  @objc dynamic var title = ""
  @objc var line: String { title }
  @objc class func keyPathsForValuesAffectingLine() -> Set<String> { ["title"] }

  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {  // finds
    key == "line" ? ["artist"] : []
  }
}

// Near misses: it asks super; or no class of the project declares anything else.
class Remix: Track {
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    super.keyPathsForValuesAffectingValue(forKey: key).union(["remixer"])
  }
}

class Alone: NSObject {
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { ["a"] }
}

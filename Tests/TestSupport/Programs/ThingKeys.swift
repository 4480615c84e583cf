/// The keys of the class Thing, for both of its makes: the one of this engine, and the one of Apple's `NSObject`.
package enum ThingKeys {
  /// Those that hold an object.
  package static let objects: Set<String> = [
    "child", "other", "next", "last", "silentChild", "guest", "spare", "quietGuest",
  ]
  /// Those that hold a number.
  package static let numbers: Set<String> = ["number", "tally"]
  /// Those that are announced by hand only.
  package static let byHand: Set<String> = [
    "quiet", "tally", "silentChild", "quietGuest", "bracketItems", "bracketMembers",
  ]
  /// Those that refer to an object weakly, and report its deallocation. On Apple's systems nothing reports it.
  package static let weak: Set<String> = ["guest", "spare", "quietGuest", "guests"]

  /// The key paths that a key depends on.
  package static func dependencies(of key: String) -> Set<String> {
    switch key {
    case "label": ["text"]
    case "banner": ["label"]
    case "shout": ["label", "text"]
    case "both": ["flagA", "flagB"]
    case "echo": ["quiet"]
    case "sd": ["text"]
    case "ringA": ["ringB"]
    case "ringB": ["ringA"]
    case "childAlias": ["child"]
    case "childLabel": ["child.label"]
    case "childOrText": ["child", "child.text"]
    case "childBoth": ["child.flagA", "child.flagB"]
    case "textOrLabel": ["child.text", "child.label"]
    case "deep": ["child.child.text"]
    case "aliasText": ["childAlias.text"]
    case "grandchild": ["child.child"]
    case "silentTitle": ["silentChild.text"]
    case "total": ["number", "child.total"]
    case "tree": ["number", "child.tree", "other.tree"]
    case "sum": ["number", "child.number"]
    case "chosen": ["flagA", "child", "other"]
    case "hasItems": ["plainItems.@count"]
    case "childCount": ["child.plainItems"]
    case "linked": ["members"]
    case "misspelt": ["txet"]
    case "guests": ["guest", "spare.number"]
    case "crossing": ["child.other.next.last", "child.next.other.number"]
    case "first", "second": ["child.other"]
    case "score": ["next.number"]
    case "derived": ["first.next.flagA", "second.score"]
    case "itemCount": ["items"]
    case "plainCount": ["plainItems"]
    case "memberCount": ["members"]
    default: []
    }
  }
}

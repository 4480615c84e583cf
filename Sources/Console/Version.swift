/// The version of this package, which all its programs say.
package enum Version {
  package static let current = "1.0.0"
}

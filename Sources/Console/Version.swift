/// The version of this package and of its programs.
package enum Version {
  package static let current = "1.0.0"
}

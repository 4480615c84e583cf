/// The version of this package.
enum Version {
  static let current = "1.0.0"
}

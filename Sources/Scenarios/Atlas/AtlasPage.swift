enum AtlasPage {
  static let html =
    "<!doctype html><style>/*style*/</style><script type=\"application/json\" id=\"data\">/*data*/</script><script>/*script*/</script>"
  static let css = ""
  static let script = ""
}

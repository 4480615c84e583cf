import Testing

@testable import Replay
@testable import Scenarios

/// What must hold of every drawing.
enum Geometry {
  static func check(_ drawing: Drawing, sourceLocation: SourceLocation = #_sourceLocation) {
    let labels = drawing.labels
    for (index, label) in labels.enumerated() {
      #expect(drawing.frame.contains(label.box), "\(label) is cut off", sourceLocation: sourceLocation)
      for other in labels[(index + 1)...] where label.box.overlaps(other.box) {
        Issue.record("\(label) overlaps \(other)", sourceLocation: sourceLocation)
      }
    }
    let solid: Set<Style> = [.life, .dying, .leaked, .registrationBar, .badBar]
    for case .rectangle(let box, let style, _) in drawing.shapes where solid.contains(style) {
      #expect(drawing.frame.contains(box), "\(box) is cut off", sourceLocation: sourceLocation)
      for label in labels where label.box.overlaps(box) {
        Issue.record("\(label) overlaps a bar, \(style)", sourceLocation: sourceLocation)
      }
    }
  }
}

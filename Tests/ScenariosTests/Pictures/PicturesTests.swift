import Testing

/// The pictures of runs: steps, figures and text.
@Suite("Pictures", .watched)
enum PicturesTests {}

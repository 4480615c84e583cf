import Harness
import ManagedObserving
import Observation
import RawObserving

/// MOD-28: a value is sent to the main actor, and arrives when the model follows another object.
enum LateValue {
  static let pitfall = Pitfall(
    "MOD-28", "late-value", "A value sent to the main actor arrives after its object was replaced",
    frequency: .sometimes, symptoms: [.valueWrong, .calledForOthers],
    change: .delete("await letOthersRun()"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "a task brings each value to the model", .finds("the model shows 512 bytes of a download that has 0"),
      wanted: "the model shows 0 bytes of a download that has 0",
      onMainActor { await replaced($0) { $0.follow($1) } }),
    .managed(
      "the task compares the download", .finds("the model shows 0 bytes of a download that has 0"),
      onMainActor { await replaced($0) { $0.followComparing($1) } }),
    .managed(
      "the controller brings each value to the main actor",
      .finds("the model shows 0 bytes of a download that has 0"),
      onMainActor { await replaced($0) { $0.followOnMain($1) } }),
  ]

  /// What a view shows of a download, which reports by key-value observing.
  // snippet.sent
  @MainActor @Observable
  final class DownloadModel {
    private(set) var bytes = 0
    @ObservationIgnored private var download: Download?
    @ObservationIgnored private var token: ScopedObservation?
    @ObservationIgnored private lazy var controller = KVOController(observer: self)

    func follow(_ download: Download) {
      token = controller.observe(download, \.$receivedBytes) { model, _, change in
        Task { @MainActor in model.bytes = change.value }
      }.scoped()
      bytes = download.receivedBytes
    }
  }
  // snippet.end

  /// The network thread sets the bytes of a download, and the model follows another one before the main actor gets its turn.
  @MainActor
  private static func replaced(
    _ story: Story, _ follow: @MainActor (DownloadModel, Download) -> Void
  ) async -> String {
    let model = DownloadModel()
    let (film, song) = (Shared(Download()), Shared(Download()))
    follow(model, film.object)
    setBytes(of: film, story)
    story.say("the model follows another download")
    follow(model, song.object)
    story.say("the model shows \(model.bytes), and the main actor is free")
    await letOthersRun()
    story.say("now the model shows \(model.bytes)")
    return "the model shows \(model.bytes) bytes of a download that has \(song.object.receivedBytes)"
  }
}

extension LateValue.DownloadModel {
  // snippet.compared
  func followComparing(_ download: Download) {
    self.download = download
    token = controller.observe(download, \.$receivedBytes) { model, download, change in
      Task { @MainActor in
        if download === model.download { model.bytes = change.value }
      }
    }.scoped()
    bytes = download.receivedBytes
  }
  // snippet.end

  // snippet.on-main
  func followOnMain(_ download: Download) {
    token = controller.observe(download, \.$receivedBytes, on: .shared) { model, change in
      model.bytes = change.value
    }.scoped()
    bytes = download.receivedBytes
  }
  // snippet.end
}

// The code of Lessons/Appendices/from-kvo-to-swiftui.md. Continuous integration compiles it on a Mac. Nothing runs it.
#if canImport(SwiftUI) && canImport(WebKit) && canImport(AVFoundation)
  import AVFoundation
  import Combine
  import Foundation
  import Observation
  import SwiftUI
  import WebKit

  // snippet.receive
  struct CopyView: View {
    let progress: Progress
    @State private var fraction = 0.0

    var body: some View {
      ProgressView(value: fraction)
        .onReceive(progress.publisher(for: \.fractionCompleted).receive(on: DispatchQueue.main)) { fraction = $0 }
    }
  }
  // snippet.end

  // snippet.values
  struct DownloadView: View {
    let download: URLSessionTask
    @State private var received: Int64 = 0

    var body: some View {
      Text("\(received) bytes")
        .task(id: ObjectIdentifier(download)) {
          let counts = download.publisher(for: \.countOfBytesReceived)
            .buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest)
          for await count in counts.values { received = count }
        }
    }
  }
  // snippet.end

  // snippet.web
  @MainActor @Observable final class PageProgress {
    private(set) var fraction = 0.0
    @ObservationIgnored private var token: NSKeyValueObservation?

    init(of view: WKWebView) {
      token = view.observe(\.estimatedProgress) { [weak self] view, _ in
        Task { @MainActor [weak self] in self?.fraction = view.estimatedProgress }
      }
      fraction = view.estimatedProgress
    }
  }
  // snippet.end

  // snippet.player
  @MainActor @Observable final class Playback {
    private(set) var status = AVPlayerItem.Status.unknown
    @ObservationIgnored private var item: AVPlayerItem?
    @ObservationIgnored private var token: NSKeyValueObservation?

    func follow(_ item: AVPlayerItem) {
      self.item = item
      token = item.observe(\.status) { [weak self] item, _ in
        Task { @MainActor [weak self] in self?.update(from: item) }
      }
      update(from: item)
    }

    private func update(from item: AVPlayerItem) {
      if item === self.item { status = item.status }
    }
  }
  // snippet.end

  // snippet.storage
  struct FontSizeView: View {
    @AppStorage("fontSize") private var fontSize = 12.0

    var body: some View { Slider(value: $fontSize, in: 8...32) }
  }
  // snippet.end

  // snippet.defaults
  extension UserDefaults {
    /// The name is the key: "fontSize".
    @objc dynamic var fontSize: Double { double(forKey: "fontSize") }
  }

  @MainActor @Observable final class FontSize {
    private(set) var points = 0.0
    @ObservationIgnored private let defaults: UserDefaults
    @ObservationIgnored private var token: NSKeyValueObservation?

    init(in defaults: UserDefaults = .standard) {
      self.defaults = defaults
      token = defaults.observe(\.fontSize) { [weak self] _, _ in
        Task { @MainActor [weak self] in self?.update() }
      }
      update()
    }

    private func update() { points = defaults.fontSize }
  }
// snippet.end
#endif

import RawObserving
import Testing

@Suite("Conformance: containers", .watched)
struct ContainerTests {
  @Test("KVO-CONT-09 a path through an array to its count can be added and removed")
  func count() {
    let list = TrackList()
    list.rawItems = ["a"]
    let recorder = Recorder(observing: list, "rawItems.@count", .new)
    list.removeObserver(recorder, forKeyPath: "rawItems.@count")
    list.rawItems = []
    #expect(recorder.calls == 0)
  }
}

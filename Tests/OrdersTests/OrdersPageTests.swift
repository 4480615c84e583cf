import Foundation
import RawObserving
import TestSupport
import Testing

@testable import Orders

/// The data of the page. What the page does with it is tested in a browser: Scripts/orders-test.
@Suite(.watched) struct OrdersPageTests {
  @Test("the page has the reasons of the story in every situation", arguments: OrderStory.all.map(\.name))
  func obstacles(_ name: String) throws {
    let story = try #require(OrderStory.all.first { $0.name == name })
    let page = OrdersPage.Story(story)
    #expect(page.reasons.count < 10, "a reason is one digit")
    for (number, row) in page.obstacles.enumerated() {
      let bits = (0..<story.moves.count + 2).map { number >> $0 & 1 == 1 }
      let made = Set(zip(story.moves, bits).filter(\.1).map(\.0))
      for (move, digit) in zip(story.moves, row) {
        let reason = story.obstacle(
          to: move, after: made, viewLives: bits[bits.count - 2], clockLives: bits[bits.count - 1])
        #expect(digit.wholeNumberValue.map { page.reasons[$0] } == reason)
      }
    }
    #expect(page.obstacles.count == 4 << story.moves.count)
  }

  @Test("the page is one file, with its data in it") func html() throws {
    let html = try OrdersPage.html([try Orders.played(Orders.plan("self", "by-hand", .classic))])
    for part in ["/*style*/", "/*script*/", "/*data*/", "src=", "https:"] {
      #expect(!html.contains(part), "\(part)")
    }
    let json = try #require(html.firstMatch(of: #/id="data">(.*?)</script>/#)).1
    let data = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(Set(data.keys) == ["stories", "plans", "endings"])
  }
}

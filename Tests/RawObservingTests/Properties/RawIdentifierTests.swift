import Foundation
import Testing

@testable import RawObserving
import TestSupport

private class Form: KeyValueObject {
  @Observed var `first name` = ""
  @Observed var `child.number` = 0
  @Observed var `@count` = 0
  @Observed var `date(Form)` = 0
  @Observed var child: Node?
  @Observed private var `in all` = 0
  @Observed var `all items`: [Int] = []
  @Observed var `next form`: Form?
  var inAll: Property<Int> { `$in all` }
  func setForm(_ number: Int) { `in all` = number }

  var `full name`: String { "Dr. \(`first name`)" }
  var fullName: Property<String> { computed(\.`full name`) }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("full name", \Form.`full name`, dependsOn: \.`$first name`)]
  }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key == "date" ? false : super.automaticallyNotifiesObservers(forKey: key)
  }
}

private final class LongForm: Form {
  @Observed private var `in all` = 0
  var ownInAll: Property<Int> { `$in all` }
  func setLong(_ number: Int) { `in all` = number }
}

@Suite("Properties with raw identifiers", .watched)
struct RawIdentifierTests {
  private let form = LongForm()

  private func name<Value>(_ property: KeyPath<LongForm, Property<Value>>) -> String {
    form.keyPathString(of: form[keyPath: property]).description
  }

  @Test("the key is the name without backticks; what would divide a path is a colon")
  func keys() {
    #expect(name(\.`$first name`) == "first name" && name(\.`$date(Form)`) == "date(Form)")
    #expect(name(\.`$child.number`) == "child:number" && name(\.`$@count`) == ":count")
    #expect(name(\.inAll) == "in all(Form)" && name(\.ownInAll) == "in all" && name(\.fullName) == "full name")
    form.`next form` = Form()
    #expect(name(\.`$next form`.`$child.number`) == "next form.child:number")
  }

  @Test("each is observed by its key, read and set")
  func byKey() {
    let node = Node()
    form.child = node
    #expect(form.heard("first name") { form.`first name` = "Ada" } == [Heard("first name", new: "Ada", old: "")])
    #expect(form.heard("full name", .new) { form.`first name` = "Eva" } == [Heard("full name", new: "Dr. Eva")])
    #expect(form.heard("child:number", .new) { form.`child.number` = 1 } == [Heard("child:number", new: 1)])
    #expect(form.heard("child:number", .new) { node.number = 2 } == [])
    #expect(form.heard("child.number", .new) { node.number = 3 } == [Heard("child.number", new: 3)])
    #expect(form.heard("child.number", .new) { form.`child.number` = 4 } == [])
    #expect(form.heard(":count", .new) { form.`@count` = 5 } == [Heard(":count", new: 5)])
    #expect(form.heard("date(Form)", .new) { form.`date(Form)` = 6 } == [Heard("date(Form)", new: 6)])
    #expect(form.heard("in all", .new) { form.setForm(7) } == [])
    #expect(form.heard("in all(Form)", .new) { form.setForm(8) } == [Heard("in all(Form)", new: 8)])
    form.setValue("Ida", forKey: "first name")
    #expect(form.value(forKeyPath: "full name") as? String == "Dr. Ida")
    form.mutableArray(\.`$all items`).append(1)
    #expect(form.value(forKeyPath: "all items.@count") as? Int == 1)
    form.`next form` = Form()
    #expect(form.heard("next form.first name", []) { form.`next form`?.`first name` = "Ada" }.count == 1)
  }

  @Test("a computed key whose name would divide a path is refused", arguments: ["a.b", "@count", ""])
  func refusedName(name: String) async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) { [name] in
      _ = ComputedKey(name, \Form.`full name`)
    }
    expectDeath(
      result,
      saying: [
        "*** RawObserving: ComputedKey(\"\(name)\"): a name is one key. Leave out dots, and an @ at the beginning."
      ])
  }
}

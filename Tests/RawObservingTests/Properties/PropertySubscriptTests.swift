import RawObserving
import Testing

/// `object[property]`, for code that is generic over the property.
@Suite("Properties in generic code", .watched) struct PropertySubscriptTests {
  class Account: KeyValueObject {
    @Observed var balance = 0
    @Observed var note: String?
    @Observed private(set) var locked = false
    @Observed var owner: Person? = nil
    @ObservedWeak var branch: Person?
    var half: Int {
      get { balance / 2 }
      set { balance = newValue * 2 }
    }
    var sign: Int { balance.signum() }
    var halfProperty: Property<Int> { computed(\Account.half) }
    var signProperty: Property<Int> { computed(\Account.sign) }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [
        ComputedKey("half", \Account.half, dependsOn: \.$balance),
        ComputedKey("sign", \Account.sign, dependsOn: \.$balance),
      ]
    }
  }

  final class Person: KeyValueObject {
    @Observed var name = "Ada"
    @Observed var account = Account()
  }

  final class Listener: KeyValueObject {
    var heard: [String] = []
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) { heard.append("\(keyPath) \(change.oldValue ?? "-") \(change.newValue ?? "-")") }
  }

  /// Sets the property and reads it again. Returns what an observer hears.
  private func set<Object: KeyValueObject, Value: Equatable>(
    _ object: Object, _ property: KeyPath<Object, Property<Value>>, _ key: String, to value: Value
  ) -> [String] {
    let listener = Listener()
    object.addObserver(listener, forKeyPath: key, options: [.old, .new])
    object[property] = value
    #expect(object[property] == value)
    object.removeObserver(listener, forKeyPath: key)
    return listener.heard
  }

  @Test("a property of each kind is read, set and announced once")
  func kinds() {
    let (account, person) = (Account(), Person())
    #expect(set(account, \.$balance, "balance", to: 4) == ["balance 0 4"])
    #expect(set(account, \.$note, "note", to: "x") == ["note <null> x"])
    #expect(set(account, \.$note, "note", to: nil) == ["note x <null>"])
    #expect(set(account, \.halfProperty, "half", to: 5) == ["half 2 5"])
    #expect(account.balance == 10 && account[\.signProperty] == 1)
    #expect(set(account, \.$locked, "locked", to: true) == ["locked false true"])
    account[\.$branch] = person
    #expect(account.branch === person && account[\.$branch] === person)
    account[\.$branch] = nil
    #expect(account.branch == nil && account[\.$branch] == nil)
  }

  @Test("a path is read and set at its end; through nil it reads nil, and a set of it does nothing")
  func paths() {
    let (account, person) = (Account(), Person())
    #expect(account[\.$owner.$name] == nil)
    account[\.$owner.$name] = "Eve"
    #expect(account.owner == nil)
    account.owner = person
    #expect(set(account, \.$owner.$name, "owner.name", to: "Eve") == ["owner.name Ada Eve"])
    #expect(person.name == "Eve")
    #expect(set(person, \.$account.$balance, "account.balance", to: 3) == ["account.balance 0 3"])
    #expect(person[\.$account.halfProperty] == 1)
    person[\.$account] = Account()
    #expect(person.account.balance == 0)
  }

  @Test("a weak property and a stored one are read and set without the overrides of value(forKey:) and setValue")
  func overrides() {
    final class Odd: Account {
      override func value(forKey key: String) -> Any? { nil }
      override func setValue(_ value: Any?, forKey key: String) {}
    }
    let (odd, person) = (Odd(), Person())
    odd[\.$branch] = person
    odd[\.$balance] = 3
    odd[\.$owner] = person
    #expect(odd.branch === person && odd[\.$branch] === person && odd[\.$balance] == 3 && odd[\.$owner] === person)
  }

  @Test("by way of a superclass, in a class that is generic, and unobserved")
  func generic() {
    final class Special: Account {}
    final class Box<Content>: KeyValueObject {
      @Observed var content: Content
      init(_ content: Content) { self.content = content }
    }
    let special = Special()
    special[\.$balance] = 2
    let account: Account = special
    account[\.$balance] += 1
    #expect(special.balance == 3)
    let box = Box([1])
    box[\.$content].append(2)
    #expect(box.content == [1, 2])
    final class Nested: KeyValueObject {
      override class var computedKeys: [ComputedKey] { [ComputedKey("answer", \Nested.answer)] }
      var answer: Int?? { nil }
      var answerProperty: Property<Int??> { computed(\Nested.answer) }
    }
    #expect(Nested()[\.answerProperty] == Int??.none)
  }

  @Test("a wrapper that is replaced after a read in generic code, and before anybody observes, works")
  func replaced() {
    final class Refillable: KeyValueObject {
      @Observed var level = 0
      func refill() { _level = Observed(wrappedValue: 7) }
    }
    let (tank, listener) = (Refillable(), Listener())
    #expect(tank[\.$level] == 0)
    tank.refill()
    tank.addObserver(listener, forKeyPath: "level", options: .new)
    tank[\.$level] = 9
    tank.level = 10
    #expect(listener.heard.count == 2 && tank[\.$level] == 10)
    tank.removeObserver(listener, forKeyPath: "level")
  }

  @Test("an Any that holds nil, at the end of a path; a foreign property raises even if nobody observes it")
  func anyAndForeign() async {
    final class Holder: KeyValueObject {
      @Observed var any: Any = Int?.none as Any
    }
    final class Owner: KeyValueObject {
      @Observed var holder = Holder()
    }
    let owner = Owner()
    #expect("\(owner.holder[\.$any])" == "nil" && "\(owner[\.$holder.$any])" == "nil")
    for isSet in [true, false] {
      let foreign = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [isSet = isSet as Bool] in
        let person = Person()
        if isSet { person[\.account.$balance] = 1 } else { _ = person[\.account.$balance] }
      }
      #expect(text(foreign).contains("Write a $ before each property"))
    }
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("a computed property without a setter, and a property of another object, raise")
  func raises() async {
    let readOnly = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let account = Account()
      account[\.signProperty] = 1
    }
    #expect(text(readOnly).contains("NSUnknownKeyException"))
    let foreign = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let person = Person()
      person.account.addObserver(Listener(), forKeyPath: "balance")
      person[\.account.$balance] = 1
    }
    #expect(text(foreign).contains("Write a $ before each property"))
  }
}

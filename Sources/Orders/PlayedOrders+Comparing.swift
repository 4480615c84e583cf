/// What the orders of some lines print, and how they end beside those of other lines.
extension PlayedOrders {
  /// Orders of which the same is told, and the number of a shortest one, counted from 1.
  struct Group: Equatable {
    var count: Int
    var length: Int
    /// How many orders come before the shortest one; those of a part, before the part.
    var before: Int

    var number: Int { before + 1 }

    /// Both together.
    func joined(_ other: Group) -> Group {
      let shorter = other.length < length ? other : self
      return Group(count: count + other.count, length: shorter.length, before: shorter.before)
    }

    fileprivate func shifted(by orders: Int) -> Group {
      Group(count: count, length: length + 1, before: before + orders)
    }
  }

  /// The orders that end well, by what they print last; nil if they print nothing.
  var lastPrinted: [String?: Group] {
    var known = [[String?: Group]?](repeating: nil, count: places.count)
    for (index, place) in places.enumerated().reversed() {
      var groups: [String?: Group] =
        place.steps.isEmpty && place.end == .well ? [nil: Group(count: 1, length: 0, before: 0)] : [:]
      var before = 0
      for step in place.steps {
        if case .leads(let next) = step.effect, step.faults.isEmpty {
          for (printed, group) in known[next] ?? [:] {
            groups.merge([printed ?? step.printed.last: group.shifted(by: before)]) { $0.joined($1) }
          }
        }
        before += futures(of: step).values.reduce(0, +)
      }
      known[index] = groups
    }
    return known[0] ?? [:]
  }

  /// The orders that have such a step, and the number of one of them; nil if there is none.
  func having(_ isWanted: (OrderStep) -> Bool) -> Group? {
    var known = [Group?](repeating: nil, count: places.count)
    for (index, place) in places.enumerated().reversed() {
      var before = 0
      for step in place.steps {
        let count = futures(of: step).values.reduce(0, +)
        var found: Group?
        if isWanted(step) {
          found = Group(count: count, length: 0, before: 0)
        } else if case .leads(let next) = step.effect {
          found = known[next]
        }
        if let found = found?.shifted(by: before) { known[index] = known[index]?.joined(found) ?? found }
        before += count
      }
    }
    return known[0]
  }

  /// How an order ends, and the worst of what the same lines come to in other code; nil if they cannot run there.
  struct Pair: Hashable {
    let here: PlayedOrder.Ending
    let there: PlayedOrder.Ending?
  }

  private struct Positions: Hashable {
    let here: Int
    let there: Int
    let worstHere: PlayedOrder.Ending
    let worstThere: PlayedOrder.Ending
  }

  /// The orders, by how they end here and in other code that has as many lines: the n-th line here is the n-th there. An
  /// order that ends earlier there has ended; one that could go on there may come to the worst that follows.
  func compared(with other: PlayedOrders) -> [Pair: Group] {
    var known: [Positions: [Pair: Group]] = [:]
    func worst(_ counts: Counts, _ before: PlayedOrder.Ending) -> PlayedOrder.Ending {
      counts.keys.reduce(before) { .graver($0, $1) }
    }
    /// All orders that go on from a place, with what they come to in the other code.
    func all(from place: Int, _ worstHere: PlayedOrder.Ending, _ there: PlayedOrder.Ending?) -> [Pair: Group] {
      compare(Positions(here: place, there: -1, worstHere: worstHere, worstThere: there ?? .well)).reduce(into: [:]) {
        $0[Pair(here: $1.key.here, there: there)] = $1.value
      }
    }
    func compare(_ at: Positions) -> [Pair: Group] {
      if let found = known[at] { return found }
      let (place, otherPlace) = (places[at.here], at.there < 0 ? nil : other.places[at.there])
      var pairs: [Pair: Group] = [:]
      if place.steps.isEmpty {
        let there = otherPlace == nil ? at.worstThere : worst(other.futures(from: at.there), at.worstThere)
        pairs[Pair(here: .graver(place.end.ending, at.worstHere), there: there)] = Group(count: 1, length: 0, before: 0)
      }
      var before = 0
      for step in place.steps {
        let worstHere = step.faults.reduce(at.worstHere) { .graver($0, $1) }
        let otherStep = otherPlace?.steps.first { $0.line == step.line }
        let worstThere = (otherStep?.faults ?? []).reduce(at.worstThere) { .graver($0, $1) }
        // What the other code has come to, if it does not go on with these lines.
        var there: PlayedOrder.Ending?? = .none
        if let otherPlace {
          switch otherStep?.effect {
          case .ends(let death): there = .some(.graver(death.ending, worstThere))
          case nil: there = .some(otherPlace.steps.isEmpty ? .graver(otherPlace.end.ending, at.worstThere) : nil)
          case .leads: break
          }
        } else {
          there = .some(at.worstThere)
        }
        let found: [Pair: Group]
        switch step.effect {
        case .ends(let death):
          let here = PlayedOrder.Ending.graver(death.ending, worstHere)
          var last = there ?? nil
          if there == nil, case .leads(let next)? = otherStep?.effect {
            last = worst(other.futures(from: next), worstThere)
          }
          found = [Pair(here: here, there: last): Group(count: 1, length: 0, before: 0)]
        case .leads(let next):
          if let there {
            found = all(from: next, worstHere, there)
          } else if case .leads(let otherNext)? = otherStep?.effect {
            found = compare(Positions(here: next, there: otherNext, worstHere: worstHere, worstThere: worstThere))
          } else {
            found = [:]
          }
        }
        for (pair, group) in found { pairs.merge([pair: group.shifted(by: before)]) { $0.joined($1) } }
        before += futures(of: step).values.reduce(0, +)
      }
      known[at] = pairs
      return pairs
    }
    return compare(Positions(here: 0, there: 0, worstHere: .well, worstThere: .well))
  }
}

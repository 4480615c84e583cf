// truth: inside if let, case and catch the name row means another row each time; every row dies at a brace
import RawObserving
final class Row: KeyValueObject { @Observed var value = 0 }
enum Found { case one(Row), none }
struct Lost: Error, @unchecked Sendable { let row: Row }
func go(_ found: Found, _ other: Row?) {
  let row = Row()
  if let row = other {
    row.value = 1
  }
  switch found {
  case .one(let row): row.value = 2
  case .none: break
  }
  do {
    throw Lost(row: Row())
  } catch let row as Lost {
    row.row.value = 3
  } catch {}
  row.value = 4
}
go(.one(Row()), Row())
print("the end")
// expect: other.value: 0 → 1
// expect:   12 row.value: 0 → 2
// expect: row 2.value: 0 → 4
// expect:   21 row 2 is deallocated
// expect:   22 the other is deallocated
// never: row 2.value: 0 → 1

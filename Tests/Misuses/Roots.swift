// Observed properties of a class that does not inherit from `KeyValueObject`. The compiler names no line.

import RawObserving

// error nowhere: static subscript 'subscript(_enclosingInstance:wrapped:storage:)' requires that 'Radio' inherit from 'KeyValueObject'
// error nowhere: static subscript 'subscript(_enclosingInstance:projected:storage:)' requires that 'Radio' inherit from 'KeyValueObject'
// error nowhere: static subscript 'subscript(_enclosingInstance:wrapped:storage:)' requires that 'Tuner' inherit from 'KeyValueObject'

final class Radio {
  @Observed var station = 0
}

final class Tuner {
  @ObservedWeak var radio: Radio?
}

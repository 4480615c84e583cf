// Two wrappers at one property. The compiler names no line.

import RawObserving

// error nowhere: cannot convert value of type 'ReferenceWritableKeyPath<Volume, Int>' to expected argument type 'ReferenceWritableKeyPath<Volume, Clamp>'

@propertyWrapper struct Clamp { var wrappedValue: Int }

final class Volume: KeyValueObject {
  @Observed @Clamp var level = 0
}

enum ClockCapstone { static func run(seconds: Int) {} }

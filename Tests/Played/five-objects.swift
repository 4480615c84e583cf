import ManagedObserving
import RawObserving

final class Engine: KeyValueObject {
  @Observed var temperature = 20
}

final class Car: KeyValueObject {
  @Observed var engine: Engine
  init(_ engine: Engine) { self.engine = engine; super.init() }
}

final class Dashboard: KeyValueObject {
  func show(_ text: String) { print("dashboard: \(text)") }
}

final class TemperatureLogger: KeyValueObject {
  func log(_ value: Int) { print("logger: \(value)") }
}

let smallEngine = Engine()
let bigEngine = Engine()
let familyCar = Car(smallEngine)
var dashboard: Dashboard? = Dashboard()
let temperatureLogger = TemperatureLogger()

dashboard?.kvoController.observe(familyCar, \.$engine.$temperature) { dashboard, _, change in
  dashboard.show("\(change.value)")
}
temperatureLogger.kvoController.observe(smallEngine, \.$temperature) { logger, _, change in logger.log(change.value) }
smallEngine.temperature = 60
familyCar.engine = bigEngine
smallEngine.temperature = 30
bigEngine.temperature = 90
dashboard = nil
bigEngine.temperature = 95

enum Progress { static func run(_ f: String, raw: Bool) throws {} }

import Dispatch
import Foundation
import RawObserving

/// The threads of a story that is recorded.
package enum StoryThread {
  private static let alongside = Locked(0)

  /// Whether no thread runs at the same time as this one. Then nothing can change while a recording looks around.
  static var isOnlyOneRunning: Bool {
    if let first = watched.withLock({ $0 }) { return isMain && count() <= first }
    return alongside.withLock { $0 == 0 } && (Thread.isMainThread || hasName)
  }

  /// Waits a moment until no other thread runs: until each waits for something.
  ///
  /// - Returns: whether that is so.
  static func waitsForOthers() -> Bool {
    for _ in 0..<100 {
      if isOnlyOneRunning || othersWait { return true }
      usleep(1000)
    }
    return false
  }

  private static var othersWait: Bool {
    #if canImport(Darwin)
      (threadStates ?? []).count { $0 == TH_STATE_RUNNING } == 1
    #else
      // The state stands behind the name, which may have spaces. This thread is the one that runs.
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      return tasks.count { task in
        let status = try? String(contentsOfFile: "/proc/self/task/\(task)/stat", encoding: .utf8)
        return status?.split(separator: ")").last?.hasPrefix(" R") == true
      } == 1
    #endif
  }

  /// How many threads the process had before the program began; nil for a story, which tells of its threads.
  private static let watched = Locked<Int?>(nil)
  /// Numbers for the threads of a program that have no name.
  private static let numbers = Locked<[ObjectIdentifier: Int]>([:])

  /// From now on threads come that nothing tells of: those of a program of the reader's own.
  static func watch() {
    DispatchQueue.main.setSpecific(key: main, value: true)
    watched.withLock { $0 = count() }
  }

  private static let main = DispatchSpecificKey<Bool>()

  /// Whether this is the main thread. On Linux another one may serve the main queue, and with it the main actor.
  private static var isMain: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: main) == true }

  /// The threads of this process.
  private static func count() -> Int {
    #if canImport(Darwin)
      return threadStates?.count ?? Int.max
    #else
      // The folder has a link for each thread, besides two of its own. Reading its names would take ten times as long.
      var status = stat()
      return stat("/proc/self/task", &status) == 0 ? Int(status.st_nlink) - 2 : Int.max
    #endif
  }

  #if canImport(Darwin)
    /// What each thread of this process does; nil if the system does not say.
    private static var threadStates: [integer_t]? {
      var (list, count) = (thread_act_array_t?.none, mach_msg_type_number_t(0))
      guard task_threads(mach_task_self_, &list, &count) == KERN_SUCCESS, let list else { return nil }
      defer {
        for index in 0..<Int(count) { mach_port_deallocate(mach_task_self_, list[index]) }
        vm_deallocate(
          mach_task_self_, vm_address_t(UInt(bitPattern: list)),
          vm_size_t(Int(count) * MemoryLayout<thread_act_t>.stride))
      }
      return (0..<Int(count)).map { index in
        var info = thread_basic_info()
        let words = MemoryLayout<thread_basic_info>.stride / MemoryLayout<integer_t>.stride
        var size = mach_msg_type_number_t(words)
        let result = withUnsafeMutablePointer(to: &info) { info in
          info.withMemoryRebound(to: integer_t.self, capacity: words) { words in
            thread_info(list[index], thread_flavor_t(THREAD_BASIC_INFO), words, &size)
          }
        }
        // A thread that has ended meanwhile.
        return result == KERN_SUCCESS ? info.run_state : TH_STATE_HALTED
      }
    }
  #endif

  /// A thread of the system's has no name, and runs beside the story.
  private static var hasName: Bool { Thread.current.threadDictionary[key] != nil }

  /// Asks a condition that a story waits for. How often it is asked depends on the machine, so nothing of it is recorded.
  package static func poll(_ condition: () -> Bool) -> Bool {
    let thread = ObjectIdentifier(Thread.current)
    polling.withLock { _ = $0.insert(thread) }
    defer { polling.withLock { _ = $0.remove(thread) } }
    return condition()
  }

  /// Whether this thread asks such a condition.
  static var isPolling: Bool {
    let thread = ObjectIdentifier(Thread.current)
    return polling.withLock { $0.contains(thread) }
  }

  private static let polling = Locked<Set<ObjectIdentifier>>([])

  /// A thread begins to run alongside.
  package static func begin() { alongside.withLock { $0 += 1 } }

  /// A thread that ran alongside has ended.
  package static func end() { alongside.withLock { $0 -= 1 } }

  /// The name of the current thread in the story: `main`, or the name it was started with.
  package static var name: String {
    get {
      if isMain { return "main" }
      if let name = Thread.current.threadDictionary[key] as? String { return name }
      guard watched.withLock({ $0 }) != nil else { return "a thread without a name" }
      let number = numbers.withLock { numbers in
        let identity = ObjectIdentifier(Thread.current)
        numbers[identity] = numbers[identity] ?? numbers.count + 2
        return numbers[identity] ?? 0
      }
      return "thread \(number)"
    }
    // Not `Thread.name`: on Linux a name that is set before the thread starts is lost, and so is sometimes one that is
    // set just after.
    set { Thread.current.threadDictionary[key] = newValue }
  }

  private static let key = "name in the story"
}

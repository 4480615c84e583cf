#if os(macOS)
  // Darwin declares `mach_task_self_` as a variable; nothing assigns to it.
  @preconcurrency import Darwin
#endif

/// The reports that macOS writes when a process dies of a signal.
///
/// Many acts and some attempts at exercises die on purpose. Without this, each leaves a file in
/// `~/Library/Logs/DiagnosticReports`.
public enum CrashReports {
  /// Switches the reports off for this process.
  ///
  /// The kernel then sends no report, and the process still ends by its signal. Swift Testing does the same
  /// for exit tests. On Linux, nothing is reported, and nothing is done.
  public static func disable() {
    #if os(macOS)
      _ = task_set_exception_ports(
        mach_task_self_, exception_mask_t(EXC_MASK_CORPSE_NOTIFY), mach_port_t(MACH_PORT_NULL), EXCEPTION_DEFAULT,
        THREAD_STATE_NONE)
    #endif
  }
}

extension Command {
  /// What `scenarios help` prints.
  static let helpText = """
    scenarios                       the first screen
    scenarios list [--json]         list every pitfall
    scenarios list NAME             list the acts of one, with their numbers
    scenarios list AREA             list the pitfalls of an area, such as REG
    scenarios run NAME              run one, by name or id: double-add, REG-1
    scenarios NAME                  the same
    scenarios run --all             run every one; ends in a table
    scenarios progress FILE [--raw] count a file's lines and bytes, and watch it
    scenarios clock [--seconds N]   a clock and its view
    scenarios atlas -o FILE [NAME]  write a page with the pictures of all runs,
                                    or those of one pitfall; - is standard output
    scenarios explain [FILE]        say what a crash log tells about observing; -
                                    is standard input, and a text in quotes is
                                    the log itself. --json for programs

    The course
      next [--answer N | --skip]    the next step: a prediction, or an exercise
      exercises                     list the exercises, with those that are done
      check [NAME]                  check the next exercise, or that one
      watch [NAME]                  check whenever its file is saved
      hint [NAME]                   a hint; up to three
      diff [NAME]                   a solution beside yours, once it passes;
                                    without a name, of the one that passed last
      restore NAME                  give a file out again; yours is kept
      forget                        forget your position in the course

    Options of run
      --raw, --managed              only that side; for MED and MOD, pitfalls
                                    of the mediator and of today's tools, --raw
                                    is the tool misused, or a naive mediator,
                                    and --managed the tool used rightly, or the
                                    mediator here
      --act N                       only that act, counted as list NAME counts
      --era classic|relaxed|current only in that era of Apple's systems
      --quiet                       only the table
      --json                        the results for programs
      --timeline                    the runs as timelines, raw beside managed,
                                    in the place of what they print; with
                                    --act N that act alone
      --record FILE                 also write down what happens in the runs, as
                                    JSON; - is standard output. progress and
                                    clock take it too
      --in-process                  run one act in this process, which may die

    An act is one story of a pitfall. Each run of it is in one era:
      classic   the SDKs of iOS 8 to iOS 10, and macOS 10.12
      relaxed   iOS 11, macOS 10.13: registrations that are left on a
                deallocated object are cleaned up, unless the key notifies by
                hand
      current   iOS 14, macOS 11 and later: a change for a deallocated observer
                is also skipped (read in the system images of iOS 18.2 and
                26.1, not run; the first release is not known)
    An act is run in the classic era, and in each later era that ends it
    otherwise. "same mistake" marks an act in which the mistake is made through
    the mediator, which does not put it right.

    Exit codes: 0 everything ended as the catalogue says, 1 something did not,
    64 a command line that cannot be understood, 66 a file that cannot be read,
    73 a file that cannot be made, 74 output that cannot be written. Ctrl-C ends
    it by the signal, and the runs that are under way with it.
    """
}

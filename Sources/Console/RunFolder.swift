package import Foundation

/// A temporary folder for one run of another program. The folder and what was started for the run end with this
/// process, however it ends.
///
/// A shell waits until ``end()`` is called, or until this process is gone: it reads from a pipe whose other end only
/// this process has. Then it kills the process group and the session of each program, and each process that has the
/// folder's path in its environment. Processes inherit that from the program, even in sessions of their own. Then the
/// shell removes the folder.
package struct RunFolder: Sendable {
  package let url: URL
  private let shell: pid_t
  /// The end of the pipe that the shell waits for.
  private let pipe: Int32

  /// - Throws: `OutputError` if there is no room for it.
  package init() throws {
    url = TemporaryPlace.new()
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      let folder = url.deletingLastPathComponent().path
      throw OutputError(
        message: "no temporary folder can be made in \(folder): \(reason(of: error)).", code: Ending.output)
    }
    do {
      let ends = try Spawning.pipe()
      defer { close(ends.reading) }
      pipe = ends.writing
      // The folder is no part of the shell's own environment.
      let files: [Spawning.File] = [
        .init(STDIN_FILENO, .open(ends.reading)), .init(STDOUT_FILENO, .path("/dev/null", O_WRONLY)),
        .init(STDERR_FILENO, .path("/dev/null", O_WRONLY)),
      ]
      do {
        shell = try Spawning.spawn(["/bin/sh", "-c", Self.script, "sh", url.path], [:], files, inNewSession: true)
      } catch {
        close(ends.writing)
        throw error
      }
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw error
    }
  }

  // Where there is no /proc, as on macOS, only the process groups of the programs end. The status of 'grep' says
  // nothing: it is that of an error if a process ends meanwhile.
  private static let script = """
    cd /
    folder=$1 groups= sessions=
    while read -r group; do groups="$groups -$group" sessions="$sessions $group "; done
    [ -z "$groups" ] || kill -s KILL -- $groups
    for try in 1 2 3 4 5 6 7 8 9 10; do
      found=$(grep -lsF -e "$folder" /proc/[0-9]*/environ)
      for file in /proc/[0-9]*/stat; do
        # Behind the name, which may have spaces: the state, the parent, the process group, the session.
        read -r line <"$file" && set -- ${line##*) } || continue
        case "$sessions" in *" $4 "*) [ "$1" = Z ] || found="$found $file" ;; esac
      done
      [ -n "$found" ] || break
      for file in $found; do file=${file#/proc/}; kill -s KILL "${file%%/*}"; done
    done
    rm -rf -- "$folder"
    """

  /// Notes the process group of a program that ends with the run.
  func note(_ group: pid_t) {
    let line = Array("\(group)\n".utf8)
    _ = write(pipe, line, line.count)
  }

  /// Ends what was started for the run, and removes the folder. Returns when both are done. Call it once.
  package func end() {
    close(pipe)
    var status: Int32 = 0
    while waitpid(shell, &status, 0) == -1 && errno == EINTR {}
  }
}

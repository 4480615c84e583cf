import Console
import Foundation
package import RawObserving

/// What a program whose lines run in any order has come to after some of them.
package struct PlayedPlace: Codable, Hashable, Sendable {
  /// What happened in the last line that nobody asked for.
  package enum Fault: String, Codable, CaseIterable, Sendable {
    /// An observer was called twice for one change.
    case twice
    /// An observer was called to which no variable led any more.
    case late
  }

  /// The numbers of the lines that can run now.
  package var next: [Int]
  /// The observers that the last line called, by their names, in the order of the calls.
  package var calls: [String]
  package var faults: Set<Fault>
  /// Whether a mediator dropped a duplicate.
  package var dropsDuplicate: Bool
  /// Whether other threads were running, so that no property was read.
  package var isBeside: Bool
  package var state: State

  /// Everything that can be read between two lines.
  package struct State: Codable, Hashable, Sendable {
    /// How an object is kept alive.
    package enum Hold: String, Codable, Sendable {
      /// A variable leads to it, and no observable object is between them.
      case held
      /// A variable leads to it through other objects.
      case kept
      /// No variable leads to it.
      case adrift
    }

    package struct Object: Codable, Hashable, Sendable {
      package let name: String
      package let hold: Hold
      /// Whether it can be observed.
      package let isObservable: Bool
    }

    package struct Registration: Codable, Hashable, Sendable {
      /// The observer's name; nil if it has been deallocated.
      package let observer: String?
      package let object: String
      package let keyPath: String
      package let context: String?
      /// Whether a mediator observes for the observer.
      package let isManaged: Bool
    }

    /// The objects that are alive, in the order in which they appeared.
    package var objects: [Object] = []
    /// By object, in the order in which they were made.
    package var registrations: [Registration] = []
    /// The values of variables and properties, by their names: `view.clock`.
    package var values: [String: String] = [:]
  }
}

extension PlayedPlace {
  /// What a program tells the process that chose its order.
  package enum Message: Codable, Sendable {
    case arrives(PlayedPlace)
    /// No line can run any more, and the checks at the end begin.
    case checks
    /// These objects are alive, and no variable leads to them, unless one of the closures does that these variables and
    /// properties hold: what a closure has captured cannot be read. The classes are those of all objects that were ever known.
    case ends(adrift: [String], closures: [String], classes: [String])
    /// The same, with all variables nil or empty that can be.
    case leaves([String], closures: [String])
    /// The engine ends the process.
    case violates(Violation.ID)

    /// What stands before each message, in the midst of what the program prints.
    private static let mark = "\u{10F0D3}"

    /// Writes it behind what was printed so far.
    func send() {
      StandardStreams.flush()
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let line = (try? encoder.encode(self)) ?? Data()
      FileHandle.standardOutput.write(Data(Self.mark.utf8) + line + Data("\n".utf8))
    }

    /// The messages in what a program has printed, each with what stands before it.
    package static func all(in output: String) throws -> (messages: [(printed: String, message: Message)], rest: String)
    {
      let parts = output.components(separatedBy: mark)
      var (messages, printed) = ([(String, Message)](), parts[0])
      for part in parts.dropFirst() {
        let end = part.firstIndex(of: "\n") ?? part.endIndex
        messages.append((printed, try JSONDecoder().decode(Message.self, from: Data(part[..<end].utf8))))
        printed = String(part[end...].dropFirst())
      }
      return (messages, printed)
    }
  }
}

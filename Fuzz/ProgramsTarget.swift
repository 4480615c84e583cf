#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Glibc)
  private import Glibc
#else
  #error("the target needs the C library of Darwin, Glibc or Musl")
#endif

/// Called by libFuzzer with bytes of its choice. They become a program, which has to go the same way on
/// the engine and on the reference model. A program that does not is a finding, and so is one of which
/// the process dies.
@_cdecl("LLVMFuzzerTestOneInput")
public func performProgram(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let choices = ByteChoices(Array(UnsafeBufferPointer(start: bytes, count: count)))
  let program = Generator.program(choices)
  if getenv("SHOW") != nil { print("\(Report.text(of: program))\n") }
  if !Comparison(program).isSame {
    print("Engine and model part. Shrunk to:\n\n\(Report.shrunk(program))")
    exit(77)  // libFuzzer keeps the bytes, as it does when a process dies
  }
  return 0
}

/// Choices that bytes make, one byte each, so that a change of one byte changes one choice. When all are
/// used up, others follow that are always the same.
struct ByteChoices: RandomNumberGenerator {
  private var bytes: ArraySlice<UInt8>
  private var others = SplitMix64(seed: 0)

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func next() -> UInt64 {
    guard let byte = bytes.popFirst() else { return others.next() }
    // The same byte eight times: what is chosen goes by the upper bits, and zero or all ones are reached.
    return UInt64(byte) * 0x0101_0101_0101_0101
  }
}

import CardTrial

/// A text from libFuzzer, whose own `main` calls this; the process ends when something is wrong with what becomes of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCards(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let faults = CardTrial.faults(of: Array(UnsafeBufferPointer(start: data, count: size)))
    if !faults.isEmpty { fatalError(faults.joined(separator: "\n")) }
    return 0
}

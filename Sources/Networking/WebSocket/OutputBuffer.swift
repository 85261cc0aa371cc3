/// Bytes on their way to a socket, with counts that tell which of them are out.
struct OutputBuffer {
    /// Sent bytes are kept until so many can be dropped at once.
    private static let compactBytes = 256 << 10

    private var bytes: [UInt8] = []
    private var start = 0
    /// All bytes ever appended.
    private(set) var appended = 0

    /// All bytes ever consumed.
    var written: Int { appended - (bytes.count - start) }
    var isEmpty: Bool { start == bytes.count }

    mutating func append(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
        appended += more.count
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    mutating func consume(_ count: Int) {
        start += count
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.count <= Self.compactBytes)
            start = 0
        } else if start >= Self.compactBytes {
            bytes.removeFirst(start)
            start = 0
        }
    }
}

import CMicroHTTPD

/// Bytes of an answer as libmicrohttpd takes them.
enum ResponseBody {
    /// Shorter ones are copied, which costs less than keeping them.
    private static let copiedBytes = 4096

    /// Keeps the bytes of a long answer until they are sent.
    private final class Kept {
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    /// A response with these bytes; `nil` when there is no memory.
    static func response(_ bytes: [UInt8]) -> OpaquePointer? {
        guard bytes.count > copiedBytes else {
            return bytes.withUnsafeBytes { MHD_create_response_from_buffer($0.count, mutable($0), .RESPMEM_MUST_COPY) }
        }
        let kept = Unmanaged.passRetained(Kept(bytes))
        // An array's elements lie still as long as it lives and nobody changes it.
        let response = kept.takeUnretainedValue().bytes.withUnsafeBytes { buffer in
            MHD_create_response_from_buffer_with_free_callback_cls(
                buffer.count,
                mutable(buffer),
                { if let kept = $0 { Unmanaged<Kept>.fromOpaque(kept).release() } },
                kept.toOpaque()
            )
        }
        if response == nil { kept.release() }
        return response
    }

    /// The library takes the memory as mutable and does not touch it.
    private static func mutable(_ buffer: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(mutating: buffer.baseAddress)
    }
}

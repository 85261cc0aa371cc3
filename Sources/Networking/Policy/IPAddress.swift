#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An IP address in network order.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16 bytes.
    package let bytes: [UInt8]

    /// `nil` unless there are 4 or 16 bytes; an IPv6 address that stands for an IPv4 one becomes that.
    package init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes.count == 16 ? Self.embeddedIPv4(bytes) ?? bytes : bytes
    }

    /// Mapped (RFC 4291 §2.5.5), NAT64 (RFC 6052) and 6to4 (RFC 3056) addresses reach the IPv4 host inside them.
    private static func embeddedIPv4(_ bytes: [UInt8]) -> [UInt8]? {
        let zeros = [UInt8](repeating: 0, count: 16)
        if bytes[..<10] == zeros[..<10], bytes[10] == 0xFF, bytes[11] == 0xFF { return Array(bytes[12...]) }
        if bytes[..<12] == zeros[..<12], bytes[12] != 0 { return Array(bytes[12...]) }
        if bytes[..<4] == [0, 0x64, 0xFF, 0x9B], bytes[4..<12] == zeros[..<8] { return Array(bytes[12...]) }
        if bytes[..<2] == [0x20, 0x02] { return Array(bytes[2..<6]) }
        return nil
    }

    /// The address that a text stands for, in any spelling that the system reads; `nil` for a name.
    init?(text: String) {
        var v6 = in6_addr()
        if inet_pton(AF_INET6, text, &v6) == 1 {
            self.init(withUnsafeBytes(of: v6) { Array($0) })
            return
        }
        var v4 = in_addr()
        guard inet_aton(text, &v4) != 0 else { return nil }
        self.init(withUnsafeBytes(of: v4) { Array($0) })
    }

    /// Whether the address always leads to this machine: loopback, and the unspecified address, which the system takes
    /// for loopback when it connects.
    var isThisMachine: Bool {
        if bytes.count == 4 { return bytes[0] == 127 || bytes.allSatisfy { $0 == 0 } }
        return bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] <= 1
    }

    /// Whether the address is one of the public internet: neither of this machine nor of a local network, and no
    /// address that is for special use (RFC 6890 and the IANA registries).
    package var isPublic: Bool { bytes.count == 4 ? isPublicIPv4 : isPublicIPv6 }

    private var isPublicIPv4: Bool {
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0, _, _), (10, _, _), (127, _, _): false
        case (100, 64...127, _): false
        case (169, 254, _), (172, 16...31, _), (192, 168, _): false
        case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113): false
        case (224..., _, _): false
        default: true
        }
    }

    private var isPublicIPv6: Bool {
        // Global unicast is 2000::/3; all else is for this machine, a local network, multicast or later use.
        guard bytes[0] & 0xE0 == 0x20 else { return false }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        // 2001::/23 holds Teredo, benchmarks and other special uses; 2001:db8::/32 and 3fff::/20 are for documents.
        case (0x20, 0x01, 0...1, _), (0x20, 0x01, 0x0D, 0xB8), (0x3F, 0xFF, 0...0x0F, _): return false
        default: return true
        }
    }

    package var description: String {
        if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
}

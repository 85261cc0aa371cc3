#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An IP address in network order.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16 bytes; those of the IPv4 address inside for an IPv6 address that has one.
    package let bytes: [UInt8]
    /// Whether it was an IPv6 address with an IPv4 one inside.
    package let isTranslated: Bool

    /// `nil` unless there are 4 or 16 bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        let inner = bytes.count == 16 ? Self.embeddedIPv4(bytes) : nil
        self.bytes = inner ?? bytes
        isTranslated = inner != nil
    }

    /// The IPv4 host that an IPv6 address leads to, through the system or through a translator on the way.
    private static func embeddedIPv4(_ bytes: [UInt8]) -> [UInt8]? {
        let last = Array(bytes[12...])
        func begins(_ prefix: [UInt8], zeroTo end: Int = 0) -> Bool {
            bytes.starts(with: prefix)
                && bytes[..<max(end, prefix.count)].dropFirst(prefix.count).allSatisfy { $0 == 0 }
        }
        // Mapped (RFC 4291 §2.5.5.2), and its form for translators (RFC 7915).
        if begins([], zeroTo: 10), bytes[10...11] == [0xFF, 0xFF] { return last }
        if begins([], zeroTo: 8), bytes[8...11] == [0xFF, 0xFF, 0, 0] { return last }
        // Compatible (RFC 4291 §2.5.5.1); `::` and `::1` are none.
        if begins([], zeroTo: 12), bytes[12] != 0 { return last }
        // NAT64: the well-known prefix (RFC 6052), and the one for local use (RFC 8215).
        if begins([0, 0x64, 0xFF, 0x9B], zeroTo: 12) { return last }
        if begins([0, 0x64, 0xFF, 0x9B, 0, 1]) { return last }
        // 6to4 (RFC 3056).
        if begins([0x20, 0x02]) { return Array(bytes[2..<6]) }
        // Teredo (RFC 4380) has the client's address inverted.
        if begins([0x20, 0x01, 0, 0]) { return last.map { ~$0 } }
        // ISATAP (RFC 5214) has it behind any prefix.
        if bytes[8] & 0xFD == 0, bytes[9...11] == [0, 0x5E, 0xFE] { return last }
        return nil
    }

    /// The address that a text stands for, in any spelling that the system reads; `nil` for a name.
    package init?(text: String) {
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
    /// address that is for special use.
    package var isPublic: Bool { AddressRange.of(self) == nil }

    /// What to write in a flag or URL: an IPv6 address in brackets.
    var hostText: String { bytes.count == 16 ? "[\(description)]" : description }

    package var description: String {
        if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
}

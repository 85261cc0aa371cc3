/// What an address is for, when it is not one of the public internet.
///
/// From the IANA registries of special-purpose addresses (RFC 6890) and of IPv6 address space.
package enum AddressRange: String, Sendable, Hashable, CaseIterable {
    /// The system takes it for loopback when it connects.
    case unspecified
    case loopback
    case `private`
    case linkLocal = "link-local"
    /// Of a provider's own network, RFC 6598.
    case shared
    /// Where clouds tell a machine its secrets.
    case metadata
    case multicast
    case benchmark
    case documentation
    /// An IPv4 address in an IPv6 one: no name of the internet leads there, and which way it goes is the network's affair.
    case translated
    case reserved

    /// The range of an address; `nil` for one of the public internet.
    static func of(_ address: IPAddress) -> AddressRange? {
        let table = address.bytes.count == 4 ? ranges4 : ranges6
        if let match = table.first(where: { $0.contains(address.bytes) }) { return match.range }
        if address.isTranslated { return .translated }
        // Global unicast is 2000::/3; all else of IPv6 is for later use.
        return address.bytes.count == 16 && address.bytes[0] & 0xE0 != 0x20 ? .reserved : nil
    }

    private struct Block {
        let prefix: [UInt8]
        let length: Int
        let range: AddressRange

        init(_ prefix: [UInt8], _ length: Int, _ range: AddressRange) {
            self.prefix = prefix
            self.length = length
            self.range = range
        }

        /// Bytes of the prefix that are not given are zero.
        func contains(_ bytes: [UInt8]) -> Bool {
            for place in 0..<(length + 7) / 8 {
                let wanted = place < prefix.count ? prefix[place] : 0
                let mask = UInt8(truncatingIfNeeded: 0xFF00 >> min(8, length - 8 * place))
                guard bytes[place] & mask == wanted & mask else { return false }
            }
            return true
        }
    }

    /// The first match counts.
    private static let ranges4: [Block] = [
        Block([0, 0, 0, 0], 32, .unspecified),
        Block([0], 8, .reserved),
        Block([10], 8, .private),
        Block([100, 100, 100, 200], 32, .metadata),  // Alibaba Cloud
        Block([100, 64], 10, .shared),
        Block([127], 8, .loopback),
        Block([168, 63, 129, 16], 32, .metadata),  // Azure
        Block([169, 254, 169, 254], 32, .metadata),
        Block([169, 254], 16, .linkLocal),
        Block([172, 16], 12, .private),
        Block([192, 0, 0, 192], 32, .metadata),  // Oracle Cloud
        Block([192, 0, 0], 24, .reserved),
        Block([192, 0, 2], 24, .documentation),
        Block([192, 88, 99], 24, .reserved),
        Block([192, 168], 16, .private),
        Block([198, 18], 15, .benchmark),
        Block([198, 51, 100], 24, .documentation),
        Block([203, 0, 113], 24, .documentation),
        Block([224], 4, .multicast),
        Block([240], 4, .reserved),
    ]

    private static let ranges6: [Block] = [
        Block([], 128, .unspecified),
        Block([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128, .loopback),
        Block([0xFD, 0, 0x0E, 0xC2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54], 128, .metadata),  // AWS
        Block([0xFC], 7, .private),
        Block([0xFE, 0x80], 10, .linkLocal),
        Block([0xFE, 0xC0], 10, .private),
        Block([0xFF], 8, .multicast),
        Block([0x20, 0x01, 0, 2], 48, .benchmark),
        Block([0x20, 0x01], 23, .reserved),
        Block([0x20, 0x01, 0x0D, 0xB8], 32, .documentation),
        Block([0x3F, 0xFF], 20, .documentation),
    ]
}

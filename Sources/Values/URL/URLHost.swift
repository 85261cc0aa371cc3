internal import CIDN2

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A host in the form for the wire and the form for people.
struct URLHost {
    var ascii: String
    var display: String
    var isIPv6 = false

    func bracketed(_ host: String) -> String { isIPv6 ? "[\(host)]" : host }

    static func read(_ text: String, mayBeEmpty: Bool) throws(HeraldError) -> URLHost {
        if text.isEmpty {
            guard mayBeEmpty else { throw URLRefusal.missingHost.error("the URL has no host") }
            return URLHost(ascii: "", display: "")
        }
        if text.utf8.first == UInt8(ascii: "[") { return try address6(text) }
        guard !text.utf8.contains(UInt8(ascii: "%")) else {
            throw URLRefusal.percentInHost.error("the host has a `%`")
        }
        let lower = text.lowercased()
        let isPlain = lower.utf8.allSatisfy { $0 < 0x80 } && !hasEncodedLabel(lower)
        let host = isPlain ? URLHost(ascii: lower, display: lower) : try international(text)
        try checkName(host.ascii)
        return host
    }

    private static func checkName(_ name: String) throws(HeraldError) {
        var labels = name.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }  // the root's own dot
        guard labels.allSatisfy(isLabel), labels.joined(separator: ".").utf8.count <= 253 else {
            throw URLRefusal.badHost.error("the host is no host name")
        }
        // A last label that is a number makes an address, and programs differ in how they read an odd one.
        guard let last = labels.last, isNumber(last) else { return }
        guard labels.count == 4, labels.joined(separator: ".") == name, labels.allSatisfy(isOctet) else {
            throw URLRefusal.unusualAddress.error(
                "the host is an address in an unusual form: write four numbers such as 127.0.0.1"
            )
        }
    }

    /// RFC 1123 §2.1, and the underscore, which names in use have.
    private static func isLabel(_ label: Substring) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(label.utf8.count) && label.utf8.first != hyphen && label.utf8.last != hyphen
            && label.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == hyphen || byte == 0x5F
            }
    }

    private static func isNumber(_ label: Substring) -> Bool {
        label.utf8.allSatisfy { (0x30...0x39).contains($0) }
            || (label.hasPrefix("0x") && label.utf8.dropFirst(2).allSatisfy { PercentEncoding.digit($0) != nil })
    }

    private static func isOctet(_ label: Substring) -> Bool {
        guard label.utf8.count <= 3, let value = UInt8(label) else { return false }
        return String(value) == label
    }

    private static func address6(_ text: String) throws(HeraldError) -> URLHost {
        let inner = String(text.dropFirst().dropLast())
        guard !inner.utf8.contains(UInt8(ascii: "%")) else {
            throw URLRefusal.zone.error("the IPv6 address has a zone, which means something on one machine only")
        }
        var address = in6_addr()
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard text.utf8.last == UInt8(ascii: "]"), inner.utf8.count <= 45, inet_pton(AF_INET6, inner, &address) == 1,
            inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)) != nil
        else { throw URLRefusal.badIPv6.error("the host is no IPv6 address") }
        let canonical = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return URLHost(ascii: canonical, display: canonical, isIPv6: true)
    }

    private static func hasEncodedLabel(_ name: String) -> Bool {
        name.utf8.split(separator: UInt8(ascii: ".")).contains { $0.starts(with: "xn--".utf8) }
    }

    /// The two forms of a name with letters outside ASCII, or with labels that encode them.
    ///
    /// Each form must lead to the other, or a label says one thing and is another.
    private static func international(_ text: String) throws(HeraldError) -> URLHost {
        // libidn2 leaves out what it has no place for, and two hosts would become one.
        guard text.unicodeScalars.allSatisfy(mayBeInName) else {
            throw URLRefusal.badHost.error("the host has a character that no host name has")
        }
        let reason = hasEncodedLabel(text.lowercased()) ? URLRefusal.badPunycode : .badHost
        let ascii = try convert(text, reason) { idn2_to_ascii_8z($0, $1, flags) }
        let display = try convert(ascii, reason) { idn2_to_unicode_8z8z($0, $1, 0) }
        let again = try convert(display, reason) { idn2_to_ascii_8z($0, $1, flags) }
        guard ascii == again, ascii != display || !hasEncodedLabel(ascii) else {
            throw reason.error("the host has a label in encoded form (`xn--`) that stands for no name")
        }
        return URLHost(ascii: ascii, display: display)
    }

    /// Letters, marks and digits, the dots and hyphens in all widths, and the marks that IDNA 2008 allows beside certain
    /// letters (RFC 5892, appendix A).
    private static func mayBeInName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2D, 0x2E, 0xB7, 0x375, 0x5F3, 0x5F4, 0x3002, 0x30FB, 0xFF0D, 0xFF0E, 0xFF61: return true
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }

    private static let flags = Int32(
        IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue | IDN2_USE_STD3_ASCII_RULES.rawValue
    )

    private static func convert(
        _ text: String,
        _ reason: URLRefusal,
        _ body: (String, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) throws(HeraldError) -> String {
        var converted: UnsafeMutablePointer<CChar>?
        defer { idn2_free(converted) }
        let status = body(text, &converted)
        guard status == Int32(IDN2_OK.rawValue), let converted else {
            throw reason.error("the host is no host name: \(String(cString: idn2_strerror(status)))")
        }
        return String(cString: converted)
    }
}

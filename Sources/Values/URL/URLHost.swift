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
            guard mayBeEmpty else { throw URLGate.refusal("the URL has no host") }
            return URLHost(ascii: "", display: "")
        }
        if text.utf8.first == UInt8(ascii: "[") { return try address6(text) }
        guard !text.utf8.contains(UInt8(ascii: "%")) else { throw URLGate.refusal("the host has a `%`") }
        let labels = text.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard !labels.contains(where: { $0.hasPrefix("xn--") }) else {
            throw URLGate.refusal("the host is in its encoded form (`xn--`): write it in its own letters")
        }
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        let host =
            isPlain ? URLHost(ascii: text.lowercased(), display: text.lowercased()) : try international(text)
        try checkName(host.ascii)
        return host
    }

    private static func checkName(_ name: String) throws(HeraldError) {
        var labels = name.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }  // the root's own dot
        let isFit = labels.allSatisfy { label in
            !label.isEmpty && label.utf8.count <= 63 && label.utf8.allSatisfy(isNameCharacter)
        }
        guard isFit, name.utf8.count <= 254 else { throw URLGate.refusal("the host is no host name") }
        // A last label that is a number makes an address, and programs differ in how they read an odd one.
        guard let last = labels.last, isNumber(last) else { return }
        guard labels.count == 4, labels.joined(separator: ".") == name, labels.allSatisfy(isOctet) else {
            throw URLGate.refusal("the host is an address in an unusual form: write four numbers such as 127.0.0.1")
        }
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
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
        var address = in6_addr()
        guard text.utf8.last == UInt8(ascii: "]"), inner.utf8.count <= 45, inet_pton(AF_INET6, inner, &address) == 1
        else { throw URLGate.refusal("the host is no IPv6 address") }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &address, &buffer, socklen_t(buffer.count)) != nil else {
            throw URLGate.refusal("the host is no IPv6 address")
        }
        let canonical = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return URLHost(ascii: canonical, display: canonical, isIPv6: true)
    }

    private static func international(_ text: String) throws(HeraldError) -> URLHost {
        let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue | IDN2_USE_STD3_ASCII_RULES.rawValue)
        var ascii: UnsafeMutablePointer<CChar>?
        var display: UnsafeMutablePointer<CChar>?
        defer {
            idn2_free(ascii)
            idn2_free(display)
        }
        let status = idn2_to_ascii_8z(text, &ascii, flags)
        guard status == Int32(IDN2_OK.rawValue), let ascii else {
            throw URLGate.refusal("the host is no host name: \(String(cString: idn2_strerror(status)))")
        }
        guard idn2_to_unicode_8z8z(ascii, &display, 0) == Int32(IDN2_OK.rawValue), let display else {
            throw URLGate.refusal("the host is no host name")
        }
        return URLHost(ascii: String(cString: ascii), display: String(cString: display))
    }
}

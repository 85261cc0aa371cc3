/// Why ``URLGate`` refuses a URL; the name stands as `reason` in the details of the error.
public enum URLRefusal: String, Sendable, Hashable, CaseIterable {
    /// There is nothing, or nothing after the scheme.
    case empty
    /// More bytes than any URL needs.
    case tooLong = "too_long"
    /// `{{…}}`, also percent-encoded: a template that was not filled in.
    case unresolvedVariable = "unresolved_variable"
    /// A tab, a line end or another control character, anywhere.
    case controlCharacter = "control_character"
    /// `%0A` and the like in the path, or `%00` anywhere.
    case encodedControlCharacter = "encoded_control_character"
    /// A blank before the scheme.
    case leadingBlank = "leading_blank"
    /// A blank elsewhere.
    case blank
    /// Some programs read `\` as `/`.
    case backslash
    /// A character that reverses the direction of text.
    case bidirectionalControl = "bidirectional_control"
    /// A character that nobody sees.
    case invisibleCharacter = "invisible_character"
    /// A number that is no character.
    case noncharacter
    /// A character that must be percent-encoded, such as `<`.
    case unencodedCharacter = "unencoded_character"
    /// `%` without two hexadecimal digits.
    case badEscape = "bad_escape"
    /// A second `#`.
    case badFragment = "bad_fragment"
    /// No scheme, or something that is none.
    case badScheme = "bad_scheme"
    /// A scheme that runs code or reaches into the machine.
    case forbiddenScheme = "forbidden_scheme"
    /// A web URL without `//`.
    case missingSlashes = "missing_slashes"
    /// A web URL without a host.
    case missingHost = "missing_host"
    /// A user name or password before the host.
    case userinfo
    /// `%` in the host.
    case percentInHost = "percent_in_host"
    /// A label that begins with `xn--` and is no international name's.
    case badPunycode = "bad_punycode"
    /// An IPv4 address that is not four decimal numbers.
    case unusualAddress = "unusual_address"
    /// Brackets without an IPv6 address in them.
    case badIPv6 = "bad_ipv6"
    /// An IPv6 address with a zone, which has a meaning on one machine only.
    case zone
    /// A host that is no host name.
    case badHost = "bad_host"
    /// A port that is no number from 1 to 65535.
    case badPort = "bad_port"

    func error(_ message: String) -> HeraldError {
        HeraldError(.badURL, message, details: ["reason": .string(rawValue)])
    }
}

extension HeraldError {
    /// Why the gate refused a URL, for an error of ``URLGate``.
    public var urlRefusal: URLRefusal? { details["reason"].string.flatMap(URLRefusal.init) }
}

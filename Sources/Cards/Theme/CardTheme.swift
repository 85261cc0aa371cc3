package import Values

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Mode and colours that a card is drawn with: the card's own come first, then overrides, then the defaults.
package struct CardTheme: Sendable {
    package enum Mode: String, Sendable, CaseIterable {
        case light
        case dark
    }

    /// The one token that is no colour: a name of a font.
    private static let fontToken = "fontFamily"

    package var mode: Mode
    package var overrides: [ThemeToken: CardColor]
    /// `nil` is the system's own font.
    package var fontFamily: String?

    package init(mode: Mode = .dark, overrides: [ThemeToken: CardColor] = [:]) {
        self.mode = mode
        self.overrides = overrides
    }

    /// Reads overrides as scripts and flags give them: a colour text for both modes, or `{light, dark}`.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument` and the pointer for a token or colour that is none.
    package init(mode: Mode = .dark, json overrides: JSONObject) throws(HeraldError) {
        self.init(mode: mode)
        for (name, value) in overrides {
            let pointer = JSONPointer().appending(name).text
            if name == Self.fontToken {
                guard let family = value.string else {
                    throw HeraldError(.invalidArgument, "\(name) is the name of a font", pointer: pointer)
                }
                fontFamily = family
                continue
            }
            guard let token = ThemeToken(rawValue: name) else {
                throw HeraldError(
                    .invalidArgument,
                    "there is no theme token \"\(name)\"",
                    pointer: pointer,
                    hint: Suggestion.hint(for: name, among: ThemeToken.allCases.map(\.rawValue) + [Self.fontToken])
                )
            }
            guard let color = ColorReader.color(value) else {
                throw HeraldError(
                    .invalidArgument,
                    "\(name) is a colour such as \"#1C1B20\", or one for `light` and one for `dark`",
                    pointer: pointer
                )
            }
            self.overrides[token] = color
        }
    }

    /// The colour of a token in this mode; a transparent override counts as none.
    package func color(_ token: ThemeToken) -> RGBColor { color(token, in: mode) }

    /// The colour of a token in either mode.
    func color(_ token: ThemeToken, in mode: Mode) -> RGBColor {
        (overrides[token].flatMap { $0.side(mode) } ?? token.standard.side(mode)) ?? RGBColor(0x808080)
    }

    /// The side of this mode.
    package func pick(_ color: CardColor) -> RGBColor? { color.side(mode) }
}

extension CardColor {
    func side(_ mode: CardTheme.Mode) -> RGBColor? { mode == .light ? light : dark }
}

extension CardTheme.Mode {
    var other: Self { self == .light ? .dark : .light }
}

extension RGBColor {
    /// This colour laid over an opaque one.
    func over(_ below: RGBColor) -> RGBColor {
        guard alpha < 255 else { return self }
        func blend(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
            let cover = Int(alpha)
            return UInt8((Int(top) * cover + Int(bottom) * (255 - cover) + 127) / 255)
        }
        return RGBColor(
            red: blend(red, below.red),
            green: blend(green, below.green),
            blue: blend(blue, below.blue)
        )
    }

    /// Relative luminance as WCAG 2.2 defines it.
    private var luminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// From 1, the same, to 21, black on white.
    func contrast(with other: RGBColor) -> Double {
        let pair = (luminance, other.luminance)
        return (max(pair.0, pair.1) + 0.05) / (min(pair.0, pair.1) + 0.05)
    }
}

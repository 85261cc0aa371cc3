/// A named colour of the theme; cards use it where they give none of their own.
package enum ThemeToken: String, Sendable, CaseIterable {
    case textColor
    case secondaryTextColor
    case backgroundColor
    case borderColor
    case dividerColor
    case buttonFilledBg
    case buttonFilledText
    case buttonOutlinedBorder
    case buttonOutlinedText
    case buttonTonalBg
    case buttonTonalText
    case buttonTextColor
    case buttonDisabledBg
    case buttonDisabledText
    case progressBarColor
    case progressTrackColor
    case codeBlockBg
    case codeBlockText
    case codeBlockLangLabel
    case chipFilledBg
    case chipFilledText
    case badgeBg
    case badgeText
    case avatarBg
    case avatarText
    case linkColor
    case tabActiveColor
    case tabInactiveColor
    case accordionHeaderBg
    case accordionBorderColor
    case tableHeaderBg
    case tableStripedRowBg
    case shimmerBase
    case shimmerHighlight

    /// Light and dark, `0xRRGGBB`.
    private var values: (light: UInt32, dark: UInt32) {
        switch self {
        case .textColor, .codeBlockText, .chipFilledText: (0x1C1B20, 0xECEAF0)
        case .secondaryTextColor, .codeBlockLangLabel, .tabInactiveColor: (0x5E5C66, 0xB0ADB8)
        case .backgroundColor: (0xFFFFFF, 0x1B1A1F)
        case .borderColor, .dividerColor, .progressTrackColor, .accordionBorderColor: (0xD9D7DE, 0x3D3B44)
        case .buttonFilledBg, .buttonOutlinedBorder, .buttonOutlinedText, .buttonTextColor: (0x2F5BD0, 0x8FAEFF)
        case .progressBarColor, .linkColor, .tabActiveColor: (0x2F5BD0, 0x8FAEFF)
        case .buttonFilledText: (0xFFFFFF, 0x0E1C45)
        case .buttonTonalBg: (0xE4EBFC, 0x27345C)
        case .buttonTonalText, .avatarText: (0x24479F, 0xC9D8FF)
        case .buttonDisabledBg: (0xE6E5E9, 0x33313A)
        case .buttonDisabledText: (0x6F6D77, 0x95929D)
        case .codeBlockBg: (0xF4F3F7, 0x26242B)
        case .chipFilledBg: (0xEEEDF2, 0x322F39)
        case .badgeBg: (0xB3261E, 0xF2B8B5)
        case .badgeText: (0xFFFFFF, 0x4A0A06)
        case .avatarBg: (0xDDE5FA, 0x2E3A5E)
        case .accordionHeaderBg: (0xF7F6FA, 0x232128)
        case .tableHeaderBg: (0xF4F3F7, 0x2A2830)
        case .tableStripedRowBg: (0xFAF9FC, 0x211F26)
        case .shimmerBase: (0xE4E2E8, 0x2E2C34)
        case .shimmerHighlight: (0xF4F3F7, 0x3D3B44)
        }
    }

    /// The colour without overrides.
    package var standard: CardColor {
        CardColor(light: RGBColor(values.light), dark: RGBColor(values.dark))
    }
}

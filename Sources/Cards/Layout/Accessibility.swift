/// What assistive technology is told about a node.
package struct Accessibility: Sendable, Hashable {
    /// Named after the roles of WAI-ARIA 1.2 where it has one.
    package enum Role: String, Sendable {
        case heading
        case text
        case image = "img"
        case button
        case link
        case progressBar = "progressbar"
        case code
        /// Formatted text with a structure of its own.
        case document
        case table
        case group
        /// A header that shows and hides its body.
        case accordion
        case tabList = "tablist"
        case separator
        /// Passed over in silence.
        case none
    }

    package var role: Role
    /// What is read out; `nil` for a node whose children speak for it.
    package var label: String?
    /// Of a heading, from 1.
    package var level: Int?
    /// A control that a tap on does nothing.
    package var isDisabled = false

    package init(role: Role, label: String? = nil, level: Int? = nil) {
        self.role = role
        // A label of blanks is none, and a control must have one.
        self.label = label.flatMap { $0.isBlank ? nil : $0 } ?? Self.standard(role)
        self.level = level
    }

    private static func standard(_ role: Role) -> String? {
        switch role {
        case .button: "Button"
        case .link: "Link"
        case .accordion: "Details"
        default: nil
        }
    }
}

extension CardElement {
    /// Role and label, without regard to what taps do.
    var accessibility: Accessibility {
        switch content {
        case .text(let text): Self.accessibility(of: text)
        case .image(let image): Self.picture(image.altText)
        // A sign stands beside the words that say the same.
        case .icon, .spacer: Accessibility(role: .none)
        case .avatar(let avatar): Self.picture(avatar.initials)
        case .badge(let badge): Accessibility(role: .text, label: badge.text)
        case .chip(let chip): Accessibility(role: chip.action == nil ? .text : .button, label: chip.text)
        case .divider: Accessibility(role: .separator)
        case .progressBar(let bar): Accessibility(role: .progressBar, label: bar.label ?? "\(bar.percent) %")
        case .codeBlock(let code): Accessibility(role: .code, label: code.language ?? "Code")
        case .markdown: Accessibility(role: .document)
        case .table(let table): Accessibility(role: .table, label: table.columns.joined(separator: ", "))
        case .row, .column, .grid: Accessibility(role: .group)
        case .accordion(let accordion):
            Accessibility(
                role: .accordion,
                label: accordion.headerItems.isEmpty ? accordion.header : nil
            )
        case .tabs: Accessibility(role: .tabList)
        case .button(let button):
            Accessibility(role: .button, label: button.label.isBlank ? button.icon?.label : button.label)
        case .iconButton(let button): Accessibility(role: .button, label: button.icon.label)
        case .link(let link): Accessibility(role: .link, label: link.text)
        }
    }

    /// A picture without words for it is hidden from assistive technology.
    private static func picture(_ words: String?) -> Accessibility {
        let isNamed = words.map { !$0.isBlank } ?? false
        return Accessibility(role: isNamed ? .image : .none, label: words)
    }

    private static func accessibility(of text: TextElement) -> Accessibility {
        let level = text.variant.headingLevel
        return Accessibility(role: level == nil ? .text : .heading, label: text.content, level: level)
    }
}

extension TextVariant {
    /// From 1 for titles; `nil` for what is no heading.
    var headingLevel: Int? {
        switch self {
        case .title: 1
        case .heading1: 2
        case .heading2: 3
        case .heading3: 4
        case .heading4: 5
        case .body, .caption1, .caption2: nil
        }
    }
}

extension ProgressBarElement {
    /// Whole per cent.
    var percent: Int { Int(value.rounded()) }
}

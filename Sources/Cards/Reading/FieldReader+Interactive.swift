internal import Values

extension FieldReader {
    func readButton() throws(Skipped) -> ButtonElement {
        let label = try string("label")
        var action = try action()
        let box = labelBox(padding: Padding(right: 16, left: 16), radius: 8)
        if bool("disabled", default: false) { action.inertReason = "the button is disabled" }
        return ButtonElement(
            label: label,
            action: action,
            textColor: color("textColor"),
            icon: icon("icon"),
            iconPosition: choice("iconPosition", default: .left),
            size: buttonSize("size", default: ButtonElement.standardSize),
            fullWidth: bool("fullWidth", default: false),
            fontSize: number("fontSize", default: 15),
            box: box,
            variant: optionalChoice("variant")
        )
    }

    func readIconButton() throws(Skipped) -> IconButtonElement {
        guard let icon = icon("icon") else {
            if (object["icon"] ?? .null).isNull { missing("icon") }
            throw Skipped()
        }
        return IconButtonElement(
            icon: icon,
            action: try action(),
            size: number("size", default: 24),
            color: color("color"),
            backgroundColor: color("backgroundColor"),
            borderRadius: number("borderRadius", default: 0)
        )
    }

    func readLink() throws(Skipped) -> LinkElement {
        LinkElement(
            text: try string("text"),
            action: try action(),
            color: color("color"),
            underline: bool("underline", default: true),
            fontSize: number("fontSize", default: 14)
        )
    }

    /// A required action; one that is not understood leaves the control without effect.
    private func action() throws(Skipped) -> CardAction {
        let value = take("action")
        switch value {
        case .null:
            missing("action")
            throw Skipped()
        case .object(let members): return ActionReader.read(members, at: pointer.appending("action"), self)
        default:
            note(.warning, .badAction, "action", "an action is an object, not \(value.kind)", value: value)
            return CardAction(type: "", kind: .unknown, json: value, inertReason: "the action is no object")
        }
    }
}

/// What became of one action.
public struct ActionOutcome: Sendable, Hashable {
    /// How it ended.
    public enum Status: String, Sendable, Hashable {
        /// The plugin did what was asked.
        case performed
        /// A permission, the URL gate or a schema said no before anything happened.
        case refused
        /// It was tried and did not succeed.
        case failed
    }

    /// The action's type, as in the card.
    public var type: String
    /// How it ended.
    public var status: Status
    /// What the plugin answered.
    public var result: JSON
    /// Effects outside the runtime, in order.
    public var effects: [Effect]
    /// Why it was refused or failed.
    public var error: HeraldError?

    /// Makes an outcome.
    public init(
        type: String,
        status: Status,
        result: JSON = .null,
        effects: [Effect] = [],
        error: HeraldError? = nil
    ) {
        self.type = type
        self.status = status
        self.result = result
        self.effects = effects
        self.error = error
    }

    /// The one form that scripts and `herald action --json` show.
    public var json: JSON {
        [
            "type": .string(type), "status": .string(status.rawValue), "result": result,
            "effects": .array(effects.map(\.json)), "error": error?.json ?? .null,
        ]
    }
}

extension HeraldError {
    /// The form that scripts, plugins and `--json` show; absent parts are left out.
    public var json: JSON {
        var object = JSONObject([("code", .string(code.rawValue)), ("message", .string(message))])
        if let pointer { object["pointer"] = .string(pointer) }
        if let hint { object["hint"] = .string(hint) }
        if let place { object["place"] = .string(place.description) }
        if let cause { object["cause"] = cause.json }
        return .object(object)
    }

    /// Whether the fault is that something was not allowed or not well-formed, and so was not tried.
    public var isRefusal: Bool {
        switch code {
        case .denied, .badURL, .invalidArgument, .badCard: true
        default: false
        }
    }
}

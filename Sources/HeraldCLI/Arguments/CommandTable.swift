/// One flag: the single place for its spelling, help and environment variable.
struct Flag: Sendable, Equatable {
    let name: String
    /// The value's name in help, or `nil` for a switch.
    let value: String?
    let help: String
    /// May be given several times; the variable then holds a list separated by commas.
    let repeats: Bool
    /// The one of `-o`.
    let letter: Character?

    init(_ name: String, _ value: String? = nil, _ help: String, repeats: Bool = false, letter: Character? = nil) {
        self.letter = letter
        self.name = name
        self.value = value
        self.help = help
        self.repeats = repeats
    }

    /// `--allow-net` is read from `HERALD_ALLOW_NET` when it is not given.
    var variable: String {
        "HERALD_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }
}

/// One verb of the command line.
struct Verb: Sendable {
    let name: String
    let operands: String
    let summary: String
    let flags: [Flag]
    let examples: [String]
    /// Fewest and most operands, not counting what follows `--`.
    let operandCount: ClosedRange<Int>
    /// Whether words after `--` are meant for the script.
    let takesScriptArguments: Bool
}

/// Every verb and flag there is; parsing, help and the tests of the guides read this table.
enum CommandTable {
    static let server = Flag("server", "URL", "campaign server to use; without it one starts in this process")
    static let apiKey = Flag("api-key", "KEY", "embed key of the app at that server")
    static let user = Flag("user", "ID", "user to act as")
    static let token = Flag("token", "TOKEN", "the user's token")
    static let adminKey = Flag("admin-key", "KEY", "key for herald.admin()")
    static let stateDirectory = Flag(
        "state-dir",
        "DIR",
        "where keys, stores and quarantines are kept (default ~/.local/state/herald)"
    )
    static let plugin = Flag("plugin", "DIR", "a plugin, or a folder of plugins, to load as well", repeats: true)
    static let allowNet = Flag("allow-net", "HOST", "let scripts and plugins reach HOST or HOST:PORT", repeats: true)
    static let denyNet = Flag("deny-net", "HOST", "never let them reach HOST; stronger than allow", repeats: true)
    static let allowOpen = Flag("allow-open", "SCHEME", "let openUrl open SCHEME besides https", repeats: true)
    static let denyOpen = Flag("deny-open", "SCHEME", "never open SCHEME; stronger than allow", repeats: true)
    static let allowEnvironment = Flag(
        "allow-env",
        "NAME",
        "let scripts and plugins read the variable NAME",
        repeats: true
    )
    static let denyEnvironment = Flag("deny-env", "NAME", "never let them read NAME", repeats: true)
    static let allowRead = Flag("allow-read", "DIR", "let scripts and plugins read the files in DIR", repeats: true)
    static let denyRead = Flag("deny-read", "DIR", "never let them read there; stronger than allow", repeats: true)
    static let allowWrite = Flag("allow-write", "DIR", "let scripts and plugins write files in DIR", repeats: true)
    static let denyWrite = Flag("deny-write", "DIR", "never let them write there; stronger than allow", repeats: true)
    static let allowOverride = Flag("allow-override", nil, "let the script's herald.action stand in for plugins")
    static let eager = Flag("eager", nil, "load every plugin at the start instead of when it is first used")
    static let effects = Flag("effects", "real|record", "perform effects, or only record them")
    static let downloads = Flag("downloads", "DIR", "where downloadFile saves (default: on a desktop the person's own)")
    static let timeout = Flag("timeout", "DURATION", "end the script after this time, for example 30s")
    static let memory = Flag("memory", "SIZE", "memory the script may use (default 256MiB)")
    static let instructions = Flag("instructions", "COUNT", "instructions it may run; counting slows plain code down")
    static let watch = Flag("watch", nil, "run it again whenever it or a module that it requires changes")
    static let json = Flag("json", nil, "print one JSON document")
    static let quiet = Flag("quiet", nil, "no log lines on standard error")
    static let logLevel = Flag("log-level", "LEVEL", "error, warning, info or debug (default warning)")
    static let noColor = Flag("no-color", nil, "no colour in messages")
    static let listen = Flag("listen", "ADDRESS", "HOST:PORT; port 0 takes a free one (default 127.0.0.1:8787)")
    static let database = Flag("database", "FILE", "database file; herald serve takes a throw-away one without it")
    static let campaigns = Flag("campaigns", "DIR", "authoring files (run: else campaigns beside the script or above)")
    static let agents = Flag(
        "agents",
        "DIR",
        "agent scripts that campaigns may name (default: agents beside the files)"
    )
    static let strict = Flag("strict", nil, "errors are what the format's schema does not take, templates included")
    static let jsonLines = Flag("json", nil, "print a JSON document for each file, one on a line")
    static let format = Flag(
        "format",
        "text|html|json|png",
        "what to make (default: as -o FILE ends, else text)"
    )
    static let output = Flag("output", "FILE", "write to FILE, also as -o FILE", letter: "o")
    static let gallery = Flag("gallery", "DIR", "all cards of a folder on one web page or picture, light and dark")
    static let variables = Flag(
        "variables",
        "FILE|JSON",
        "an object whose values fill {{key}} in the texts of the card"
    )
    static let browser = Flag("browser", "PROGRAM", "what draws pictures (default: the Chromium that is installed)")
    static let theme = Flag(
        "theme",
        "auto|light|dark",
        "colours of the card (default auto: the browser's, dark as text)"
    )
    static let themeFile = Flag("theme-file", "FILE", "JSON object of theme tokens and their colours")
    static let direction = Flag("direction", "ltr|rtl", "which way a web page runs (default ltr)")
    static let width = Flag(
        "width",
        "NUMBER",
        "columns of text, 20 to 400 (default 60), or pixels of a picture (420)"
    )
    static let color = Flag("color", "none|256|truecolor", "colours of the drawing (default: what the terminal has)")
    static let label = Flag("label", "TEXT", "words by which to know the key later")
    static let rights = Flag("rights", "LIST", "what the key allows: read,send,catalog,users (default all)")
    static let expires = Flag("expires", "DURATION", "how long the token is good (default 24h)")
    static let create = Flag("create", nil, "make the database, and for a token the user, when there is none")
    static let dryRun = Flag("dry-run", nil, "show what would change, and change nothing")
    static let force = Flag("force", nil, "write over files that differ")
    static let retention = Flag("retention", "DURATION", "remove feed items this long after they were sent")
    static let help = Flag("help", nil, "show this help")

    private static let common = [quiet, logLevel, noColor, help]
    private static let plugins = [
        plugin, allowNet, denyNet, allowOpen, denyOpen, allowEnvironment, denyEnvironment, allowRead, denyRead,
        allowWrite, denyWrite, effects, downloads, eager,
    ]
    private static let connection = [server, apiKey, user, token, adminKey, stateDirectory]

    static let verbs: [Verb] = [
        Verb(
            name: "run",
            operands: "FILE.lua [-- ARGS]",
            summary: "Run a Lua script",
            flags: connection + plugins + [allowOverride, campaigns, timeout, memory, instructions, watch, json]
                + common,
            examples: [
                "herald run scripts/automations/first_light.lua",
                "herald run flow.lua --server http://127.0.0.1:8787 --user ana -- first second",
                "herald run report.lua --watch --allow-read data --allow-write out",
            ],
            operandCount: 1...1,
            takesScriptArguments: true
        ),
        Verb(
            name: "serve",
            operands: "",
            summary: "Serve campaigns; the first line printed is the URL",
            flags: [listen, database, campaigns, retention, stateDirectory] + common,
            examples: ["herald serve --listen 127.0.0.1:0 --database herald.db --campaigns scripts/campaigns"],
            operandCount: 0...0,
            takesScriptArguments: false
        ),
        Verb(
            name: "action",
            operands: "JSON|FILE",
            summary: "Perform one card action and print its outcome",
            flags: connection + plugins + [timeout, json] + common,
            examples: [#"herald action '{"type":"openUrl","url":"https://example.com"}' --effects record --json"#],
            operandCount: 1...1,
            takesScriptArguments: false
        ),
        Verb(
            name: "check",
            operands: "FILE...",
            summary: "Check cards and authoring files: what is wrong with them, and advice; 1 for errors",
            flags: [strict, jsonLines] + common,
            examples: [
                "herald check card.json", "herald check --strict --json cards/*.json",
                "herald check campaigns/shop.json",
            ],
            operandCount: 1...Int.max,
            takesScriptArguments: false
        ),
        Verb(
            name: "render",
            operands: "CARD.json | --gallery DIR",
            summary: "Draw a card, or all cards of a folder",
            flags: [format, output, gallery, variables, theme, themeFile, direction, width, color, browser] + common,
            examples: [
                "herald render card.json --width 80 --theme light",
                "herald render card.json --format html --theme dark",
                "herald render parcel.json -o parcel.png --variables '{\"eta\":\"18:00\"}'",
                "herald render --gallery cards -o cards.html",
            ],
            operandCount: 0...1,
            takesScriptArguments: false
        ),
        Verb(
            name: "campaigns",
            operands: "apply DIR | export DIR",
            summary: "Apply authoring files to a database or a server, or write files from it",
            flags: [
                database, server, adminKey, stateDirectory, dryRun, create, agents, listen, force, json,
            ] + common,
            examples: [
                "herald campaigns apply scripts/campaigns --server http://127.0.0.1:8787 --dry-run",
                "herald campaigns apply scripts/campaigns --database herald.db --create",
                "herald campaigns export copy --database herald.db",
            ],
            operandCount: 2...2,
            takesScriptArguments: false
        ),
        Verb(
            name: "keys",
            operands: "new | token USER | list | revoke ID | revoke token USER",
            summary: "Make, list and revoke keys of a database, also while a server runs on it",
            flags: [database, label, rights, expires, create, json] + common,
            examples: [
                "herald keys new --database herald.db --label shop --rights read,send --create",
                "herald keys token ana --database herald.db --expires 1h", "herald keys list --database herald.db",
                "herald keys revoke token ana --database herald.db",
            ],
            operandCount: 1...3,
            takesScriptArguments: false
        ),
        Verb(
            name: "backup",
            operands: "COPY",
            summary: "Copy a database into a new file, also while a server runs on it",
            flags: [database] + common,
            examples: ["herald backup copy.db --database herald.db"],
            operandCount: 1...1,
            takesScriptArguments: false
        ),
        Verb(
            name: "plugins",
            operands: "[list | lift ID]",
            summary: "List the plugins found, where, and why one is refused or in quarantine; lift a quarantine",
            flags: [plugin, stateDirectory, json] + common,
            examples: [
                "herald plugins", "herald plugins --plugin ./my-plugin --json", "herald plugins lift my-plugin",
            ],
            operandCount: 0...2,
            takesScriptArguments: false
        ),
    ]
}

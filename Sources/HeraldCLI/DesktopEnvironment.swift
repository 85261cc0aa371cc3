internal import Glibc
internal import Values

/// Effects on the desktop of the person who runs the program.
struct DesktopEnvironment: HostEnvironment {
    private let path: [String]

    /// `nil` where there is no desktop session or no `xdg-open`: effects are then recorded.
    init?(_ environment: [String: String]) {
        let display = environment["WAYLAND_DISPLAY"] ?? environment["DISPLAY"] ?? ""
        path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        guard !display.isEmpty, ChildProgram.find("xdg-open", in: path) != nil else { return nil }
    }

    func perform(_ effect: Effect) async throws -> JSON {
        switch effect.kind {
        case "open": try run("xdg-open", [effect.details["url"]?.string ?? ""])
        // The runtime has saved it.
        case "file" where effect.details["path"] != nil: break
        case "clipboard": try copy(effect.details["text"]?.string ?? "")
        default:
            throw HeraldError(
                .unsupported,
                "the command line cannot perform the effect \"\(effect.kind)\"",
                hint: "--effects record notes it instead"
            )
        }
        return .null
    }

    /// OSC 52: the terminal owns the clipboard, also over a remote shell.
    private func copy(_ text: String) throws(HeraldError) {
        let terminal = open("/dev/tty", O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw HeraldError(.failed, "no terminal whose clipboard could be set", hint: "use --effects record")
        }
        defer { close(terminal) }
        StandardStreams.write(Array("\u{1B}]52;c;\(Base64.encode(Array(text.utf8)))\u{07}".utf8), to: terminal)
    }

    /// Starts a program and does not wait for it to end.
    private func run(_ name: String, _ arguments: [String]) throws(HeraldError) {
        guard let program = ChildProgram.find(name, in: path) else {
            throw HeraldError(.failed, "\(name) is not installed", hint: "install xdg-utils, or use --effects record")
        }
        try ChildProgram.start(program, arguments)
    }
}

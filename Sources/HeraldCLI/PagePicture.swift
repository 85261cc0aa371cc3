internal import Glibc
internal import Values

/// Pictures of web pages, taken by a headless Chromium.
///
/// Blocks for as long as the browser takes.
struct PagePicture {
    /// Names under which Chromium is installed, in the order they are tried.
    static let programs = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
    static let widths = 120...4000
    /// A page is cut there: no picture of Chromium's is much higher at this scale.
    private static let greatestHeight = 8000
    /// Pixels of the picture for each of the page: narrow ones are to be sharp on today's screens, too.
    private static func scale(_ width: Int) -> Int { width <= 1000 ? 2 : 1 }
    private static let limit = Duration.seconds(60)

    private let program: String
    /// Where it keeps what it needs for a while.
    private let temporary: String

    /// - Throws: ``HeraldError`` with `unsupported` and advice when no browser is there.
    init(named name: String?, _ environment: [String: String]) throws(HeraldError) {
        let path = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let names = name.map { [$0] } ?? Self.programs
        guard let program = names.lazy.compactMap({ ChildProgram.find($0, in: path) }).first else {
            throw HeraldError(
                .unsupported,
                name.map { "there is no program \"\($0)\"" } ?? "a picture needs Chromium, and none is installed",
                hint: "install chromium or name one with --browser; -o FILE.html needs none"
            )
        }
        self.program = program
        temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    }

    /// A PNG of the page, as wide as asked and as high as its content.
    ///
    /// - Throws: `cancelled` once `isStopped` says so, after all is put away.
    func png(
        of page: String,
        width: Int,
        isStopped: @escaping @Sendable () -> Bool
    ) throws(HeraldError) -> [UInt8] {
        var template = Array("\(temporary)/herald-picture-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw HeraldError(.io, "cannot make a folder in \(temporary): \(String(cString: strerror(errno)))")
        }
        let folder = String(cString: made)
        defer { Self.remove(folder) }
        let file = "\(folder)/page.html"
        try TextFile.write(Array(page.utf8), to: file, mode: 0o600)
        let errors = "\(folder)/error.txt"
        do throws(HeraldError) {
            let browser = try DevToolsPipe(
                program,
                arguments(folder),
                error: errors,
                limit: Self.limit,
                isStopped: isStopped
            )
            defer { browser.stop() }
            return try Self.png(of: "file://\(file)", width: width, browser)
        } catch {
            let said = (try? TextFile.read(errors)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let last = said.split(separator: "\n").suffix(3).joined(separator: "\n")
            throw HeraldError(
                error.code,
                "\(program) drew no picture: \(error.message)" + (last.isEmpty ? "" : "\n\(last)"),
                hint: "-o FILE.html needs no browser"
            )
        }
    }

    private func arguments(_ folder: String) -> [String] {
        let all = [
            "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
            "--disable-dev-shm-usage", "--disable-background-networking", "--user-data-dir=\(folder)/profile",
        ]
        // Its sandbox refuses to work for root.
        return geteuid() == 0 ? all + ["--no-sandbox"] : all
    }

    private static func png(of url: String, width: Int, _ browser: DevToolsPipe) throws(HeraldError) -> [UInt8] {
        let target = try browser.call("Target.createTarget", ["url": "about:blank"])["targetId"]
        let attached = try browser.call("Target.attachToTarget", ["targetId": target, "flatten": true])
        guard let session = attached["sessionId"].string else { throw HeraldError(.failed, "the browser has no page") }
        func window(_ height: Int) throws(HeraldError) {
            try browser.call(
                "Emulation.setDeviceMetricsOverride",
                [
                    "width": .int(Int64(width)), "height": .int(Int64(height)),
                    "deviceScaleFactor": .int(Int64(scale(width))), "mobile": false,
                ],
                session: session
            )
        }
        // Frames and pictures out of sight would not be drawn.
        try window(greatestHeight)
        try browser.call("Page.enable", session: session)
        try browser.call("Page.navigate", ["url": .string(url)], session: session)
        let settled = try browser.call(
            "Runtime.evaluate",
            ["expression": .string(untilSettled), "awaitPromise": true, "returnByValue": true],
            session: session
        )
        guard let height = settled["result"]["value"].number, height >= 1 else {
            throw HeraldError(.failed, "the page has no height")
        }
        try window(Int(min(height, Double(greatestHeight))))
        let shot = try browser.call("Page.captureScreenshot", ["format": "png"], session: session)
        return try Base64.decode(shot["data"].string ?? "")
    }

    /// Waits until the page has been of one height for a while and its pictures are there or given up; gives the height.
    private static let untilSettled = """
        (async()=>{
        if(document.readyState!=="complete")await new Promise((done)=>addEventListener("load",done));
        const height=()=>Math.ceil(document.documentElement.getBoundingClientRect().height);
        const started=performance.now();
        let last=-1,since=started;
        for(;;){await new Promise((done)=>setTimeout(done,30));
        const now=performance.now(),tall=height();
        if(tall!==last){last=tall;since=now}
        const ready=[...document.images].every((one)=>one.complete);
        if(now-since>250&&(ready||now-started>10000))return tall;
        if(now-started>20000)return tall}})()
        """

    /// Removes a file, or a folder with all that is in it; follows no link.
    private static func remove(_ path: String) {
        var info = stat()
        if lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
            for name in AuthoringTexts.names(in: path) ?? [] where name != "." && name != ".." {
                remove("\(path)/\(name)")
            }
        }
        _ = Glibc.remove(path)
    }
}

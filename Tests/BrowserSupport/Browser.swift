import Glibc
import Networking
import TestSupport
package import Values

/// A headless Chromium that a driver holds, with a folder for the pages that it shows.
///
/// Names lead nowhere in it, so a page that asks for something outside is seen and answered by nobody.
package final class Browser: Sendable {
    package let driver: WebDriver
    private let folder: TemporaryDirectory
    private let process: ChildProcess

    /// The browser of the tests that run now.
    @TaskLocal package static var shared: Browser?

    package static var current: Browser {
        get throws {
            guard let shared else { throw HeraldError(.failed, "no browser: the suite lacks the trait .browser") }
            return shared
        }
    }

    package static func start() async throws -> Browser {
        // Ends by itself, and the browser with it, should the tests be killed.
        var launch = ChildProcess.Launch(["timeout", "900", "chromedriver", "--port=0"])
        launch.environment = ["PATH": Environment.path, "HOME": "/nonexistent", "LANG": "C.UTF-8"]
        launch.timeout = .seconds(920)
        let process = try ChildProcess.start(launch)
        let mark = "started successfully on port "
        let port = Lock("")
        do {
            try await process.text { out, _ in
                guard let start = out.firstRange(of: mark)?.upperBound else { return false }
                let number = out[start...].prefix { $0.isNumber }
                port.withLock { $0 = String(number) }
                return out[start...].contains(".")
            }
        } catch {
            throw HeraldError(.failed, "no chromedriver: \(error)", hint: "scripts/dev/setup --test installs it")
        }
        let network = NetworkClient(policy: .any)
        var driver = WebDriver(network: network, url: "http://127.0.0.1:\(port.withLock { $0 })")
        do { try await driver.begin(try options) } catch {
            process.send(signal: SIGTERM)
            throw error
        }
        return try Browser(driver, process)
    }

    private init(_ driver: WebDriver, _ process: ChildProcess) throws {
        self.driver = driver
        self.process = process
        folder = try TemporaryDirectory()
    }

    package func stop() async {
        try? await driver.end()
        process.send(signal: SIGTERM)
        _ = try? await process.finished()
        await driver.network.shutDown()
    }

    private static var options: JSON {
        get throws {
            var arguments: [JSON] = [
                "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-extensions",
                "--host-resolver-rules=MAP * ~NOTFOUND",
            ]
            // Chromium's own sandbox refuses to run as root.
            if geteuid() == 0 { arguments.append("--no-sandbox") }
            return [
                "browserName": "chrome", "goog:chromeOptions": ["args": .array(arguments)],
                "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
            ]
        }
    }

    /// Shows a page by itself.
    package func show(_ html: String) async throws {
        try folder.write("card.html", html)
        try await forget()
        try await driver.open("file://\(folder.file("card.html"))")
    }

    /// Shows a page within another that keeps its messages in `window.messages`.
    package func embed(_ html: String, width: Int = 400) async throws {
        try folder.write("card.html", html)
        try folder.write(
            "host.html",
            """
            <!doctype html><meta charset="utf-8"><title>host</title><script>window.messages=[];
            const heard=(kind)=>messages.filter((m)=>m.source==="herald-card"&&m.event===kind);
            addEventListener("message",(event)=>messages.push(event.data));
            const until=(kind,count)=>new Promise((done)=>{
              const look=()=>{if(heard(kind).length>=count)done(heard(kind))};
              addEventListener("message",look);look();setTimeout(()=>done(heard(kind)),20000)});</script>
            <iframe src="card.html" width="\(width)" height="900"></iframe>
            """
        )
        try await forget()
        try await driver.open("file://\(folder.file("host.html"))")
        try await driver.enterFrame("iframe")
    }

    /// What the page said to the page around it, of one kind, once there are so many or time is up; the driver is in the
    /// frame before and after.
    package func messages(_ kind: String, atLeast count: Int) async throws -> [JSON] {
        try await driver.leaveFrame()
        let found = try await driver.wait(
            "return await until(arguments[0],arguments[1])",
            .string(kind),
            .int(Int64(count))
        )
        try await driver.enterFrame("iframe")
        return found.array ?? []
    }

    /// What went wrong since the page was opened: errors of scripts and breaches of the policy.
    ///
    /// Pictures that cannot be loaded are no fault of a page.
    package func faults() async throws -> [String] {
        try await driver.log("browser").compactMap { $0["message"].string }.filter { !$0.contains("net::ERR_") }
    }

    /// The URLs that were asked for since the page was opened, without the pages of the test itself.
    package func requests() async throws -> [String] {
        try await driver.log("performance").compactMap { entry -> String? in
            let message = try JSONText.parse(Array((entry["message"].string ?? "null").utf8))["message"]
            guard message["method"].string == "Network.requestWillBeSent" else { return nil }
            return message["params"]["request"]["url"].string
        }.filter { !$0.hasPrefix("file:///") }
    }

    private func forget() async throws {
        _ = try await driver.log("browser")
        _ = try await driver.log("performance")
    }

    /// The reader's preferences and window.
    package func see(width: Int = 400, height: Int = 900, dark: Bool = false) async throws {
        try await driver.devTools(
            "Emulation.setDeviceMetricsOverride",
            ["width": .int(Int64(width)), "height": .int(Int64(height)), "deviceScaleFactor": 1, "mobile": false]
        )
        let scheme: JSON = ["name": "prefers-color-scheme", "value": .string(dark ? "dark" : "light")]
        try await driver.devTools("Emulation.setEmulatedMedia", ["features": [scheme]])
    }
}

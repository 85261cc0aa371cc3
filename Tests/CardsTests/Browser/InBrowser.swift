import BrowserSupport
import Testing

/// Starts one browser for a suite and all in it, and ends it after them.
struct BrowserTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let browser = try await Browser.start()
        do {
            try await Browser.$shared.withValue(browser) { try await performing() }
            await browser.stop()
        } catch {
            await browser.stop()
            throw error
        }
    }
}

extension Trait where Self == BrowserTrait {
    static var browser: Self { Self() }
}

/// Everything that needs a browser, one test after the other in the same one.
@Suite("in a browser", .serialized, .browser)
enum InBrowser {}

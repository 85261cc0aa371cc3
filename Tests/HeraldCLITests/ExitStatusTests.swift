import Testing
import Values

@testable import HeraldCLI

struct ExitStatusTests {
    @Test(
        arguments: [
            (.usage, .usage), (.portInUse, .usage), (.badDatabase, .usage), (.badAuthoring, .usage),
            (.syntaxError, .badInput), (.io, .badInput), (.badJSON, .badInput),
            (.scriptError, .failed), (.memoryLimit, .failed), (.taskLimit, .failed), (.invalidArgument, .failed),
            (.invalidState, .failed), (.badURL, .failed), (.badCard, .failed), (.cancelled, .failed),
            (.timeout, .failed),
            (.denied, .failed), (.notFound, .failed), (.conflict, .failed), (.unreachable, .failed),
            (.network, .failed),
            (.unauthorized, .failed), (.server, .failed), (.badManifest, .failed), (.pluginRefused, .failed),
            (.pluginMissing, .failed), (.pluginFault, .failed), (.unsupported, .failed), (.failed, .failed),
            (.tooLarge, .failed), ("a_servers_own", .failed),
            (.timeLimit, .timedOut),
        ] as [(HeraldError.Code, HeraldCLI.ExitStatus)]
    )
    func everyCodeHasOne(code: HeraldError.Code, status: HeraldCLI.ExitStatus) {
        #expect(HeraldCLI.ExitStatus(HeraldError(code, "")) == status)
    }

    @Test(
        arguments: [
            (HeraldError(.badJSON, ""), 4), (HeraldError(.usage, ""), 4), (HeraldError(.io, ""), 3),
            (HeraldError(.io, "", traceback: "in the script"), 4), (HeraldError(.syntaxError, ""), 3),
            (HeraldError(.timeLimit, ""), 124), (HeraldError(.scriptError, ""), 4),
        ] as [(HeraldError, Int32)]
    )
    func inputThatAScriptCannotReadIsItsOwn(error: HeraldError, status: Int32) {
        #expect(HeraldCLI.ExitStatus(ofScript: error).rawValue == status)
    }

    @Test func theNumbersAreWhatCallersRelyOn() {
        #expect(HeraldCLI.ExitStatus.meanings.map(\.status.rawValue) == [0, 1, 2, 3, 4, 124, 130, 143])
        #expect(HeraldCLI.ExitStatus.meanings.allSatisfy { !$0.meaning.isEmpty })
    }
}

internal import CHeraldPlugin
import Values

/// Collects what a plugin says through `herald_out` while one call is inside it.
///
/// Used by the calling thread only; the plugin may not keep the pointer.
final class Answer {
    /// What came of a call.
    struct Collected {
        let status: herald_status
        /// `nil` when the call is pending.
        let outcome: Result<JSON, HeraldError>?
        /// How the answer broke the contract; the outcome is its error then.
        let fault: PluginFault?
    }

    private var result: Result<JSON, PluginFault>?
    private var error: HeraldError?
    private var errorHasCode = false

    /// Runs a call into the plugin and returns its answer.
    static func collect(_ call: (UnsafePointer<herald_out>) -> herald_status) -> Collected {
        let answer = Answer()
        let status = withExtendedLifetime(answer) {
            var out = herald_out(
                size: UInt32(MemoryLayout<herald_out>.size),
                ctx: Unmanaged.passUnretained(answer).toOpaque(),
                result: { Answer.from($0)?.take(result: $1) },
                error: { Answer.from($0)?.take(error: $1) }
            )
            return call(&out)
        }
        switch answer.conclude(status) {
        case nil: return Collected(status: status, outcome: nil, fault: nil)
        case .success(let outcome)?: return Collected(status: status, outcome: outcome, fault: nil)
        case .failure(let fault)?: return Collected(status: status, outcome: .failure(fault.error), fault: fault)
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Answer? {
        context.map { Unmanaged<Answer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func take(result text: herald_str) {
        guard result == nil else { return }
        do {
            result = .success(try ContractText.json(text))
        } catch {
            result = .failure(.badResult(error))
        }
    }

    private func take(error given: UnsafePointer<herald_error>?) {
        guard error == nil else { return }
        error = ContractStatus.error(ContractStatus.failed, given)
        errorHasCode = given.flatMap { ContractStatus.name($0.pointee.code) } != nil
    }

    private func conclude(_ status: herald_status) -> Result<Result<JSON, HeraldError>, PluginFault>? {
        switch status {
        case ContractStatus.pending: return nil
        case ContractStatus.ok:
            if let error {
                let message = "the plugin answered OK and gave an error: \(error.message)"
                return .failure(PluginFault(.contradiction, message))
            }
            switch result {
            case .success(let json)?: return .success(.success(json))
            case .failure(let fault)?: return .failure(fault)
            case nil: return .success(.success(.null))
            }
        case ..<0:
            if result != nil {
                let message = "the plugin answered with the status \(status) and gave a result"
                return .failure(PluginFault(.contradiction, message))
            }
            guard var error else { return .success(.failure(ContractStatus.error(status, nil))) }
            if !errorHasCode { error.code = ContractStatus.code(of: status) }
            return .success(.failure(error))
        default:
            return .failure(PluginFault(.badStatus, "the plugin answered with the unknown status \(status)"))
        }
    }
}

extension PluginFault {
    /// A plugin's result that is no JSON.
    static func badResult(_ cause: HeraldError) -> PluginFault {
        PluginFault(.badResult, "the plugin's result is no JSON: \(cause.message)")
    }
}

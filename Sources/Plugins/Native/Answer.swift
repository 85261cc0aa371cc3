internal import CHeraldPlugin
import Values

/// Collects what a plugin says through `herald_out` while one call is inside it.
///
/// Used by the calling thread only; the plugin may not keep the pointer.
final class Answer {
    private var result: Result<JSON, HeraldError>?
    private var error: HeraldError?
    private var errorHasCode = false

    /// Runs a call into the plugin and returns its answer; `nil` when it is pending.
    static func collect(
        _ call: (UnsafePointer<herald_out>) -> herald_status
    ) -> (status: herald_status, outcome: Result<JSON, HeraldError>?) {
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
        return (status, answer.conclude(status))
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Answer? {
        context.map { Unmanaged<Answer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func take(result text: herald_str) {
        guard result == nil, error == nil else { return }
        do {
            result = .success(try ContractText.json(text))
        } catch {
            result = .failure(.badResult(error))
        }
    }

    private func take(error given: UnsafePointer<herald_error>?) {
        guard result == nil, error == nil else { return }
        error = ContractStatus.error(ContractStatus.failed, given)
        errorHasCode = (given?.pointee.code.len ?? 0) > 0
    }

    private func conclude(_ status: herald_status) -> Result<JSON, HeraldError>? {
        switch status {
        case ContractStatus.pending: return nil
        case ContractStatus.ok:
            if let error {
                return .failure(HeraldError(.pluginFault, "the plugin answered OK and gave an error", cause: error))
            }
            return result ?? .success(.null)
        case ..<0:
            guard var error else { return .failure(ContractStatus.error(status, nil)) }
            if !errorHasCode { error.code = ContractStatus.code(of: status) }
            return .failure(error)
        default:
            return .failure(HeraldError(.pluginFault, "the plugin answered with the unknown status \(status)"))
        }
    }
}

extension HeraldError {
    /// A plugin's result that is no JSON.
    static func badResult(_ cause: HeraldError) -> HeraldError {
        HeraldError(.pluginFault, "the plugin's result is no JSON: \(cause.message)", cause: cause)
    }
}

internal import CLuaBridge
internal import Values

/// What one run or call, with all tasks that it started, may use, and whether it is to end.
final class RunBudget: @unchecked Sendable {
    // Sendable: touched only on the state's actor.
    enum Stop {
        case time
        case instructions
        case memory(HeraldError)
        case exit(Int32)
        case closed
    }

    let wallTime: Duration?
    /// As many as the limit says; `nil` when they are not counted.
    let instructions: Int?
    var instructionsLeft: Int64
    /// Real monotonic nanoseconds, 0 for none.
    let deadline: UInt64
    private(set) var stop: Stop?
    /// Whether its tasks were cancelled; a task that starts later is cancelled at its start.
    var isCancelled = false
    /// Until when its tasks may clean up after `herald.exit`, all of them together.
    private(set) var cleanupDeadline: UInt64 = 0
    /// Whether the run or call is over; what its tasks raise later is reported at once.
    var isOver = false

    init(wallTime: Duration?, instructions: Int?) {
        self.wallTime = wallTime
        self.instructions = instructions
        instructionsLeft = instructions.map { Int64(clamping: $0) } ?? -1
        guard let wallTime else {
            deadline = 0
            return
        }
        let (sum, overflow) = herald_now().addingReportingOverflow(UInt64(clamping: wallTime.milliseconds) &* 1_000_000)
        deadline = overflow ? 0 : sum
    }

    /// What the first task that was stopped tells.
    private(set) var stopFailure: HeraldError?
    /// What the tasks did when the time was up.
    var report: [TaskReport] = []
    /// Where the script was when the time was up, and the stack there.
    var timePlace: SourcePlace?
    var timeTraceback: String?

    func note(_ error: HeraldError) {
        if stopFailure == nil { stopFailure = error }
    }

    /// The first reason counts.
    func end(_ reason: Stop) {
        guard stop == nil else { return }
        stop = reason
        if case .exit = reason { cleanupDeadline = herald_now() + 1_000_000_000 }
    }

    /// The error that tells of a stop; leaving by `herald.exit` is none.
    var error: HeraldError? {
        switch stop {
        case .time:
            HeraldError(
                .timeLimit,
                "the script used up its \(wallTime.map { "\($0.milliseconds) ms" } ?? "time")",
                hint: "raise the time limit if the script is right",
                place: timePlace,
                traceback: timeTraceback,
                details: report.isEmpty ? .null : ["tasks": .array(report.map(\.json))]
            )
        case .instructions:
            HeraldError(
                .instructionLimit,
                "the script used up its \(instructions ?? 0) instructions",
                hint: "raise the limit if the script is right"
            )
        case .memory(let error): error
        case .closed: HeraldError(.cancelled, "the script's state was closed")
        case .exit, nil: nil
        }
    }
}

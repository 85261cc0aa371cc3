internal import CLua
internal import CLuaBridge
public import Values

/// An error as a script gets it when it is not raised: a table whose `tostring` is a sentence.
public struct LuaErrorValue: LuaPushable, Sendable {
    private let error: HeraldError

    /// Gives `error`, whose place is its own.
    public init(_ error: HeraldError) { self.error = error }

    /// Pushes the table.
    public func push(to call: LuaCall) -> Int32 {
        call.machine.push(error: error, to: call.thread, findingPlace: false)
        return 1
    }
}

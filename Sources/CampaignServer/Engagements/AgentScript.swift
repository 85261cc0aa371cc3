import Scripting
import Storage
import Values

#if canImport(Glibc)
import Glibc
#endif

/// Whom an agent talks with.
struct Visitor: Sendable {
    var id: String
    var name: String?
}

/// One agent: a Lua state of its own and the functions its script returned.
struct AgentScript: Sendable {
    /// How the agent calls itself.
    let author: ChatAuthor
    private let state: ScriptState
    private let greetFunction: LuaFunction?
    private let replyFunction: LuaFunction?

    /// Whether it has a word for those who write to it.
    var answers: Bool { replyFunction != nil }

    static func path(of name: String, in folder: String) -> String { "\(folder)/\(name).lua" }

    /// Memory of one agent; its scripts keep little.
    private static let memory = 32 << 20
    /// Longest time for one answer.
    private static let answerTime: Duration = .seconds(2)

    /// Reads and runs `<folder>/<name>.lua`, which returns a table with `name`, `kind`, `greet` and `reply`.
    ///
    /// - Throws: ``HeraldError`` with `not_found` when there is no such file, else what the script did wrong.
    static func load(
        _ name: String,
        folder: String,
        clock: any HeraldClock,
        random: any RandomSource,
        log: @escaping LogSink
    ) async throws(HeraldError) -> AgentScript {
        let path = path(of: name, in: folder)
        let source = try await BlockingWork.run { () throws(HeraldError) in
            guard access(path, F_OK) == 0 else { throw HeraldError(.notFound, "there is no agent \(name)") }
            return try TextFile.read(path)
        }
        let state = try ScriptState(
            ScriptConfiguration(
                limits: ScriptLimits(memory: memory, wallTime: answerTime, tasks: 100, output: 0),
                clock: clock,
                random: random,
                log: { entry in log(.info, "agent \(name): \(entry.message)") },
                moduleRoots: [folder]
            )
        )
        do throws(HeraldError) {
            let table = try await state.load(source, name: path, as: LuaTable.self)
            let shown = try await state.field("name", of: table, as: String?.self) ?? name
            let kind = try await state.field("kind", of: table, as: String?.self) ?? "agent"
            guard kind == "agent" || kind == "bot" else {
                throw HeraldError(
                    .scriptError,
                    "kind must be \"agent\" or \"bot\"",
                    place: SourcePlace(file: path, line: 1)
                )
            }
            return AgentScript(
                author: ChatAuthor(kind: kind == "bot" ? .bot : .agent, name: shown),
                state: state,
                greetFunction: try await state.field("greet", of: table),
                replyFunction: try await state.field("reply", of: table)
            )
        } catch {
            await state.close()
            throw error
        }
    }

    /// What the agent says first.
    func greet(_ visitor: Visitor) async throws(HeraldError) -> [String] {
        guard let greetFunction else { return [] }
        return try texts(await state.call(greetFunction, [Self.json(visitor)], as: JSON?.self))
    }

    /// What the agent says to a message; `history` ends before it.
    func reply(_ visitor: Visitor, _ text: String, history: [ChatMessage]) async throws(HeraldError) -> [String] {
        guard let replyFunction else { return [] }
        let past = JSON.array(
            history.map { message in
                [
                    "from": .string(message.author.kind.rawValue), "name": .string(message.author.name),
                    "text": .string(message.text), "sentAt": .int(message.sentAt),
                ]
            }
        )
        return try texts(await state.call(replyFunction, [Self.json(visitor), text, past], as: JSON?.self))
    }

    func close() async { await state.close() }

    /// Nothing, one text, or a list of texts.
    private func texts(_ value: JSON?) throws(HeraldError) -> [String] {
        switch value ?? .null {
        case .null: return []
        case .string(let text): return text.isEmpty ? [] : [text]
        case .array(let list):
            let texts = list.compactMap(\.string)
            guard texts.count == list.count else { break }
            return texts.filter { !$0.isEmpty }
        case .object(let members) where members.isEmpty: return []
        default: break
        }
        throw HeraldError(.scriptError, "an agent answers with nil, a string or a list of strings")
    }

    private static func json(_ visitor: Visitor) -> JSON {
        ["id": .string(visitor.id), "name": .string(visitor.name ?? visitor.id)]
    }
}

import Testing
import Values

@testable import Campaigns

@Suite("Session state machine")
struct SessionStateMachineTests {
    typealias Machine = SessionStateMachine

    private static let fault = HeraldError(.network, "broken")

    /// A machine brought to a state by inputs that are known to lead there.
    private func machine(in status: Machine.Status) throws -> Machine {
        let inputs: [Machine.Input] =
            switch status {
            case .initial: []
            case .connecting: [.start]
            case .active: [.start, .opened]
            case .reconnecting: [.start, .opened, .disconnected]
            case .ending: [.start, .opened, .finish]
            case .ended: [.start, .opened, .finish, .closed]
            case .failed: [.start, .openFailed(Self.fault)]
            }
        var machine = Machine()
        for input in inputs { _ = try machine.apply(input) }
        try #require(machine.status == status)
        return machine
    }

    /// Where each input leads from each state; states that are not listed stay as they are.
    static let moves: [(input: Machine.Input, to: [Machine.Status: Machine.Status])] = [
        (.opened, [.connecting: .active]),
        (.openFailed(fault), [.connecting: .failed, .active: .failed, .reconnecting: .failed, .ending: .ended]),
        (.disconnected, [.active: .reconnecting]),
        (.reconnected, [.reconnecting: .active]),
        (.reconnectWindowPassed, [.reconnecting: .failed]),
        (.finish, [.connecting: .ending, .active: .ending, .reconnecting: .ending]),
        (.closed, [.connecting: .ended, .active: .ended, .reconnecting: .ended, .ending: .ended]),
        (.remoteEnded(reason: "remote"), [.connecting: .ending, .active: .ending, .reconnecting: .ending]),
        (.failed(fault), [.connecting: .failed, .active: .failed, .reconnecting: .failed, .ending: .ended]),
    ]

    @Test("every input in every state", arguments: moves.indices, Machine.Status.allCases)
    func table(place: Int, status: Machine.Status) throws {
        var machine = try machine(in: status)
        let actions = try machine.apply(Self.moves[place].input)
        #expect(machine.status == Self.moves[place].to[status] ?? status)
        // Listeners hear each change once, and hear of the end exactly when it comes.
        var told = status
        for case .status(let old, let new) in actions {
            #expect(old == told && old != new)
            told = new
        }
        #expect(told == machine.status)
        let ends = actions.filter { if case .ended = $0 { true } else { false } }.count
        #expect(ends == (machine.status == .ended && status != .ended ? 1 : 0))
        if machine.status == status { #expect(actions.isEmpty) }
    }

    @Test("a start is allowed before, and after the end or a failure", arguments: Machine.Status.allCases)
    func start(status: Machine.Status) throws {
        var machine = try machine(in: status)
        if [.initial, .ended, .failed].contains(status) {
            #expect(try machine.apply(.start) == [.status(old: status, new: .connecting), .open])
        } else {
            let error = #expect(throws: HeraldError.self) { try machine.apply(.start) }
            #expect(error?.code == .invalidState)
            #expect(error?.message == "start is not allowed while the session is \(status.rawValue)")
            #expect(machine.status == status)
        }
    }

    @Test("the end has one reason however many frames say so")
    func reasons() throws {
        var machine = try machine(in: .active)
        let inputs: [Machine.Input] = [
            .remoteEnded(reason: "expired"), .remoteEnded(reason: "x"), .finish, .closed, .closed,
        ]
        let actions = try inputs.flatMap { try machine.apply($0) }
        #expect(actions.filter { $0 == .ended(reason: "expired") }.count == 1)
        #expect(actions.filter { if case .close = $0 { true } else { false } } == [.close(reason: "expired")])
        _ = try machine.apply(.start)
        #expect(try [.opened, .finish, .closed].flatMap { try machine.apply($0) }.last == .ended(reason: "finished"))
    }

    @Test("the window is started and stopped with the break")
    func window() throws {
        var machine = try machine(in: .active)
        #expect(try machine.apply(.disconnected).last == .startReconnectWindow)
        #expect(try machine.apply(.reconnected).first == .stopReconnectWindow)
        _ = try machine.apply(.disconnected)
        #expect(try machine.apply(.finish).first == .stopReconnectWindow)
    }
}

@Suite("Message order")
struct MessageOrderTests {
    private func message(_ sequence: Int64?, id: String? = nil) -> ChannelMessage {
        ChannelMessage(
            wire: .null,
            id: id ?? "m\(sequence ?? 0)",
            sequence: sequence,
            from: ChannelMessage.Author(kind: .agent),
            text: ""
        )
    }

    @Test(
        "whatever the order they come in, they are delivered once and in sequence",
        arguments: [[1, 2, 3, 4], [4, 3, 2, 1], [2, 1, 1, 4, 2, 3, 3], [1, 3, 2, 4, 4, 1]] as [[Int64]]
    )
    func order(sequences: [Int64]) {
        var order = MessageOrder()
        #expect(sequences.flatMap { order.receive(message($0)) }.map(\.sequence) == [1, 2, 3, 4])
        #expect(!order.hasGap && order.delivered == 4)
    }

    @Test("a gap holds what comes after it until it is given up")
    func gap() {
        var order = MessageOrder()
        #expect([2, 5, 6].flatMap { order.receive(message($0)) }.isEmpty && order.hasGap)
        #expect(order.skipGap().map(\.sequence) == [2, 5, 6])
        #expect(order.receive(message(3)).isEmpty)
        #expect(order.receive(message(7)).map(\.sequence) == [7])
    }

    @Test("without sequences the id tells repeats")
    func ids() {
        var order = MessageOrder()
        let due = ["a", "b", "a"].flatMap { order.receive(message(nil, id: $0)) }
        #expect(due.map(\.id) == ["a", "b"])
    }
}

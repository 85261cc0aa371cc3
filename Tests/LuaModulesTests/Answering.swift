import TestSupport

extension ScriptedServer {
    /// A server that answers each connection once, with what `answer` makes of the request.
    convenience init(answering answer: @escaping @Sendable (String) -> String) {
        self.init { peer in peer.write(answer(peer.request())) }
    }
}

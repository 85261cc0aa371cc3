import Testing

@testable import StorageSQLite

@Suite("Queue of writes")
struct JobQueueTests {
    private final class Weight: DatabaseJob {
        let weight: Int

        init(_ weight: Int) { self.weight = weight }

        func attempt(on connection: Connection) {}
        func succeed() {}
        func fail(_ error: any Error) {}
    }

    @Test(
        "what shares a commit is small together, or alone",
        arguments: [
            ([1, 1, 1], [[1, 1, 1]]), ([10_000, 1, 1], [[10_000], [1, 1]]), ([1, 10_000, 1], [[1], [10_000], [1]]),
            ([40, 30, 1], [[40], [30, 1]]), ([64, 1], [[64], [1]]), ([10_000, 10_000], [[10_000], [10_000]]),
        ]
    )
    func batches(weights: [Int], batches: [[Int]]) {
        let queue = JobQueue()
        for weight in weights { #expect(queue.add(.transaction(Weight(weight)), ticket: queue.makeTicket())) }
        queue.close()
        var taken: [[Int]] = []
        while let work = queue.take(atMost: 64) { taken.append(work.map(\.weight)) }
        #expect(taken == batches)
    }
}

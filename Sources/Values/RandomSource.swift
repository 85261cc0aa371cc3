/// The one source of randomness: seeded in tests and scenarios, from the system otherwise.
package protocol RandomSource: Sendable {
    /// 64 random bits; any thread.
    func next() -> UInt64
}

/// The system's generator.
package struct SystemRandomSource: RandomSource {
    package init() {}

    package func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}

/// Makes identifiers that sort by the time they were made.
package struct IdentifierSource: Sendable {
    /// Lower-case Crockford base 32: digits before letters, so text order is number order.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    private let clock: any HeraldClock
    private let random: any RandomSource
    private let last = Lock<(time: UInt64, chance: UInt64)>((0, 0))

    package init(clock: any HeraldClock, random: any RandomSource) {
        self.clock = clock
        self.random = random
    }

    /// A new identifier `<prefix>-<10 characters of time><13 of chance>`.
    ///
    /// Those of one source that are made within a millisecond sort in the order in which they were made: rows that have
    /// no other order are listed as they were written.
    package func next(_ prefix: String) -> String {
        let time = UInt64(clamping: clock.wallMilliseconds)
        let fresh = random.next()
        let chance = last.withLock { last in
            // A step by chance, so that nobody guesses the next one.
            let (sum, overflow) = last.chance.addingReportingOverflow(1 + fresh >> 32)
            // Half of the range at most, so that there is room for the steps of a millisecond.
            last = (time, last.time == time && !overflow ? sum : fresh >> 1)
            return last.chance
        }
        return "\(prefix)-\(Self.encode(time, digits: 10))\(Self.encode(chance, digits: 13))"
    }

    private static func encode(_ value: UInt64, digits: Int) -> String {
        let bytes = (0..<digits).map { place -> UInt8 in
            let shift = 5 * (digits - 1 - place)
            return alphabet[shift < 64 ? Int((value >> UInt64(shift)) & 31) : 0]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

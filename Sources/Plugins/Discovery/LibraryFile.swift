import Values

/// What the start of a file says about whether it can be a native plugin's library here; no code of it runs.
///
/// The loader of the system says little about a library for another machine, and ends the process over one that was cut off
/// while it was copied. Layout: the ELF specification, for 64 bits.
enum LibraryFile {
    /// As much of a file as has to be read: the header, and the table that follows it in every library.
    static let headBytes = 8192
    /// What to do about a file that is none.
    static let hint = "build it for this machine, or write \"kind\": \"lua\" for a script"
    private static let headerBytes = 64
    private static let segmentBytes = 56
    /// ELF's number of this machine.
    #if arch(x86_64)
    private static let machine = 62
    #elseif arch(arm64)
    private static let machine = 183
    #else
    private static let machine = 0
    #endif

    /// Why the file is no library for this machine; `nil` when nothing speaks against it.
    ///
    /// `head` is the file's first ``headBytes``, or all of a shorter one.
    static func objection(_ head: [UInt8], size: Int) -> String? {
        guard head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return "is no shared library" }
        guard head.count >= headerBytes else { return cutOff(size) }
        // Class, byte order.
        guard head[4] == 2, head[5] == 1 else { return "is built for another machine" }
        let machine = number(head, 18, bytes: 2)
        guard machine == Self.machine || Self.machine == 0 else {
            return "is built for \(name(machine)), and this machine is \(name(Self.machine))"
        }
        guard number(head, 16, bytes: 2) == 3 else { return "is no shared library but another kind of object" }
        return segments(head, size: size)
    }

    /// Every segment must be in the file: touching what is not there ends the process.
    private static func segments(_ head: [UInt8], size: Int) -> String? {
        let start = number(head, 32, bytes: 8)
        let count = number(head, 56, bytes: 2)
        guard number(head, 54, bytes: 2) == segmentBytes, count > 0 else { return "is no shared library" }
        guard start >= headerBytes, start <= size, count * segmentBytes <= size - start else { return cutOff(size) }
        for place in 0..<count {
            let segment = start + place * segmentBytes
            // Linkers put the table right behind the header; what is elsewhere the loader has to judge.
            guard segment + segmentBytes <= head.count else { return nil }
            let (offset, length) = (number(head, segment + 8, bytes: 8), number(head, segment + 32, bytes: 8))
            guard offset <= size, length <= size - offset else { return cutOff(size) }
        }
        return nil
    }

    private static func cutOff(_ size: Int) -> String { "is cut off after \(size) bytes" }

    private static func number(_ bytes: [UInt8], _ place: Int, bytes count: Int) -> Int {
        var number: UInt64 = 0
        for offset in (0..<count).reversed() { number = number << 8 | UInt64(bytes[place + offset]) }
        return Int(clamping: number)
    }

    private static func name(_ machine: Int) -> String {
        switch machine {
        case 3: "x86"
        case 40: "ARM"
        case 62: "x86-64"
        case 183: "AArch64"
        case 243: "RISC-V"
        default: "machine \(machine)"
        }
    }
}

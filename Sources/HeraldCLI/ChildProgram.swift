internal import Glibc
internal import Values

/// Other programs that this one starts.
enum ChildProgram {
    /// The path of a program that can be run; a name with a slash is a path already.
    static func find(_ name: String, in path: [String]) -> String? {
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        return path.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Starts a program with default signals and what it prints in files, and does not wait for it to end.
    ///
    /// Of `descriptors` each is the program's under its second number; those of this program close by themselves.
    /// - Returns: The child, which the caller waits for unless it may stay a zombie until this program ends.
    @discardableResult
    static func start(
        _ program: String,
        _ arguments: [String],
        output: String = "/dev/null",
        error: String = "/dev/null",
        descriptors: [(own: Int32, its: Int32)] = []
    ) throws(HeraldError) -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        // What it prints must not mix with the results on standard output.
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        for (descriptor, file) in [(STDIN_FILENO, "/dev/null"), (STDOUT_FILENO, output), (STDERR_FILENO, error)] {
            posix_spawn_file_actions_addopen(&files, descriptor, file, O_RDWR | O_CREAT, 0o600)
        }
        // In two steps, so that none is closed that is still to be handed over.
        let spare: Int32 = 100
        for (place, pair) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&files, pair.own, spare + Int32(place))
        }
        for (place, pair) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&files, spare + Int32(place), pair.its)
            posix_spawn_file_actions_addclose(&files, spare + Int32(place))
        }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        let failure = posix_spawn(&child, program, &files, &attributes, &words, environ)
        guard failure == 0 else {
            throw HeraldError(.failed, "cannot start \(program): \(String(cString: strerror(failure)))")
        }
        return child
    }

    /// Waits for a child to end, and ends it when that takes too long.
    ///
    /// Blocks. A child is looked at every few milliseconds, since it has no descriptor to wait for.
    /// - Returns: Its exit status, 128 and the number of a signal; `nil` when its time was up.
    static func finish(_ child: pid_t, within limit: Duration) -> Int32? {
        let end = ContinuousClock.now + limit
        var status: Int32 = 0
        while true {
            let found = waitpid(child, &status, WNOHANG)
            if found == child { return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F) }
            if found < 0, errno != EINTR { return 127 }
            if ContinuousClock.now >= end {
                kill(child, SIGKILL)
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
                return nil
            }
            usleep(5000)
        }
    }
}

internal import Glibc

SignalWatch.block()
HeapPolicy.apply()
// The main thread waits for signals and nothing else; the runtime's own way of parking it would let signals through.
Task.detached {
    let program = Program(environment: Environment.variables)
    exit(await program.main(Array(CommandLine.arguments.dropFirst())))
}
SignalWatch.waitForever()

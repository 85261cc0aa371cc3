internal import Glibc

SignalWatch.block()
let program = Program(environment: Environment.variables)
exit(await program.main(Array(CommandLine.arguments.dropFirst())).rawValue)

import Glibc
import LuaModules
import Scripting
import Values

// Usage: scripting-bench speed PAGE [ROW] | states COUNT | tasks COUNT
let words = CommandLine.arguments
switch words.dropFirst().first {
case "speed": try await Speed(page: words.count > 2 ? words[2] : "[]").run(only: words.count > 3 ? words[3] : "")
case "states": try await Sleepers.states(Int(words[2]) ?? 1000)
case "tasks": try await Sleepers.tasks(Int(words[2]) ?? 10_000)
default:
    print("usage: scripting-bench speed PAGE [ROW] | states COUNT | tasks COUNT")
    exit(2)
}

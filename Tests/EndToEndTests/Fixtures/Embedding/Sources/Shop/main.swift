import Herald

let runtime = try await Runtime(configuration: .init(server: .embedded(campaigns: "campaigns")))
await runtime.register(action: "addToWallet") { action, context in
    ["added": action["pass"], "user": context["user"]]
}
let result = try await runtime.run(
    script: """
        local herald = require "herald"
        local item = herald.connect():feed():next()[1]
        return { link = item:card():tap("open").result, pass = item:card():tap("keep").result }
        """
)
let (link, pass) = (result.value["link"], result.value["pass"])
print("opened \(link["opened"].string ?? "nothing"), added \(pass["added"].string ?? "nothing")", terminator: " ")
print("for \(pass["user"].string ?? "nobody"); effects: \(result.effects.map(\.kind).joined(separator: ", "))")
await runtime.shutDown()

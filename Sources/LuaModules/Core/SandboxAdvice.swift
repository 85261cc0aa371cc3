internal import Scripting

extension ScriptAdvice {
    /// What scripts and plugins of this host use instead of what the sandbox leaves out.
    static let herald: ScriptAdvice = {
        let read = "herald.fs.read(path) gives a file's text, with --allow-read"
        let write = "herald.fs.write(path, text) and herald.fs.append write files, with --allow-write"
        let say = "print writes a line, and herald.log.info logs one"
        let programs = "scripts start no programs; services are reached with herald.http"
        return ScriptAdvice(
            instead: [
                "io": "herald.fs reads and writes files, with --allow-read and --allow-write; print writes a line",
                "io.open": "\(read); \(write)", "io.lines": read, "io.input": read, "io.output": write,
                "io.read":
                    "what a script needs to know comes after -- on the command line, as herald.args, or from herald.fs.read",
                "io.stdin": "what a script needs to know comes after -- on the command line, as herald.args",
                "io.write": say, "io.stdout": say, "io.stderr": say, "io.popen": programs,
                "os.getenv": "herald.env(name) reads a variable, with --allow-env NAME", "os.execute": programs,
                "os.exit": "herald.exit(status) ends the script",
                "os.remove": "herald.fs writes files and removes none",
                "os.rename": "herald.fs.write(path, text) writes a file under the new name",
                "os.tmpname": "name a file in a folder of --allow-write, or keep the value with herald.store",
                "os.difftime": "subtract one time from the other", "debug": "only debug.traceback is there",
                "dofile": "require \"name\" runs name.lua beside the script, once",
                "loadfile": "require \"name\" runs name.lua beside the script, and load compiles a text",
                "package": "require looks beside the script and in scripts/lib, and there is no path to set",
                "string.dump": "code goes as text, and load compiles it",
                "warn": "herald.log.warning logs a warning",
            ],
            modules: [
                "socket": "herald.http reaches the network", "ssl": "herald.http reaches the network, also by https",
                "http": "herald.http reaches the network", "copas": "herald.spawn and herald.http do what it is for",
                "lfs": "herald.fs lists and reads what --allow-read grants",
                "posix": "herald.fs lists and reads what --allow-read grants",
                "json": "herald.json encodes and decodes", "cjson": "herald.json encodes and decodes",
                "dkjson": "herald.json encodes and decodes", "base64": "herald.base64 encodes and decodes",
                "mime": "herald.base64 encodes and decodes",
            ]
        )
    }()
}

package import Scripting
package import Values

extension RuntimeHost {
    /// A state with the whole `herald` module, for those that keep one for longer than a run.
    package func state(name: String, limits: RunLimits) throws(HeraldError) -> ScriptState {
        try makeState(RunScope(host: self), name: name, arguments: [], limits: limits, files: nil)
    }
}

package import Values

/// What the person who runs the program allows and forbids.
package struct PermissionGrant: Sendable, Hashable {
    /// Granted; the standard set unless said.
    package var allowed: PermissionSet
    /// Forbidden, whatever is granted.
    package var denied: PermissionSet

    package init(allowed: PermissionSet = .standard, denied: PermissionSet = PermissionSet()) {
        self.allowed = allowed
        self.denied = denied
    }
}

/// What one plugin may do: what its manifest asks for and the person grants, less what is denied.
package struct PluginPermissions: Sendable, Hashable {
    /// What the manifest asks for.
    package let asked: PermissionSet
    /// What the person grants and denies.
    package let grant: PermissionGrant
    private let manifestPath: String

    package init(asked: PermissionSet, grant: PermissionGrant, manifestPath: String) {
        self.asked = asked
        self.grant = grant
        self.manifestPath = manifestPath
    }

    /// Whether `subject` is allowed.
    package func allows(_ subject: PermissionSubject) -> Bool { denial(of: subject) == nil }

    /// Throws ``HeraldError/Code/denied``, with the flag that would change it, unless `subject` is allowed.
    package func require(_ subject: PermissionSubject) throws(HeraldError) {
        if let denial = denial(of: subject) { throw denial }
    }

    /// Why `subject` is not allowed, or `nil` when it is.
    package func denial(of subject: PermissionSubject) -> HeraldError? {
        let kind = subject.kind.rawValue
        let what = subject.value.map { "\(kind) \($0)" } ?? kind
        let value = subject.value.map { " \(ShellWord.quoted($0))" } ?? ""
        if grant.denied.covers(subject) {
            return HeraldError(.denied, "\(what) is denied", hint: "a --deny-\(kind) flag forbids it")
        }
        if !asked.covers(subject) {
            let entry = subject.value.map { "\"\(kind)\": [\"\($0)\"]" } ?? "\"\(kind)\": true"
            return HeraldError(
                .denied,
                "the plugin does not ask for \(what)",
                hint: "its \"permissions\" need \(entry) in \(manifestPath)"
            )
        }
        if !grant.allowed.covers(subject) {
            return HeraldError(.denied, "\(what) is not granted", hint: "allow it with --allow-\(kind)\(value)")
        }
        return nil
    }

    /// What plugin code is told at its start: asked and granted, value by value; patterns stand as they are.
    package var effective: PermissionSet {
        var set = PermissionSet()
        for kind in PermissionSet.Kind.allCases {
            let asked = Set(asked.values(kind))
            let granted = Set(grant.allowed.values(kind))
            let denied = Set(grant.denied.values(kind))
            guard !denied.contains(PermissionSet.anything) else { continue }
            let both =
                switch (asked.contains(PermissionSet.anything), granted.contains(PermissionSet.anything)) {
                case (true, _): granted
                case (_, true): asked
                default: asked.intersection(granted)
                }
            for value in both.subtracting(denied) { set.allow(kind, value) }
        }
        return set
    }
}

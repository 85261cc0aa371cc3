import Storage
import Values

/// Judges the values of a send before anything is stored.
enum MessageVariables {
    /// One sentence for each value that goes nowhere and each that is missing.
    static func problems(
        _ variables: [String: JSONObject],
        of template: Template,
        receivers: [String]
    ) -> [String] {
        let keys = template.variables.map(\.key)
        let known = Set(receivers)
        var problems: [String] = []
        for (user, values) in variables.sorted(by: { $0.key < $1.key }) {
            guard known.contains(user) else {
                problems.append(
                    "variables: \"\(user)\" is no receiver\(Suggestion.clause(for: user, among: receivers))"
                )
                continue
            }
            for key in values.keys where !keys.contains(key) {
                let advice = Suggestion.clause(for: key, among: keys)
                problems.append("variables: the template has no variable \"\(key)\"\(advice)")
            }
        }
        let needed = template.variables.filter { $0.required && $0.defaultValue == nil }.map(\.key)
        guard !needed.isEmpty else { return problems }
        for receiver in receivers {
            for key in needed where variables[receiver]?[key]?.isNull ?? true {
                problems.append("variables: \"\(receiver)\" lacks \"\(key)\", which the template requires")
            }
        }
        return problems
    }
}

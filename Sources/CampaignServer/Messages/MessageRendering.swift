import Cards
import Storage
import Values

/// Turns a template into what each receiver gets.
enum MessageRendering {
    /// One draft per receiver, each named once.
    ///
    /// A variable is the receiver's own, else the template's default; one that has neither stays as `{{key}}`.
    /// - Parameters:
    ///   - content: one of the template's contents.
    ///   - variables: per receiver.
    /// - Returns: the drafts in the order of the receivers.
    static func drafts(
        of content: ChannelContent,
        in template: Template,
        for receivers: [String],
        variables: [String: JSONObject]
    ) -> [FeedItemDraft] {
        var seen: Set<String> = []
        return receivers.filter { seen.insert($0).inserted }.map { receiver in
            let values = values(of: template, own: variables[receiver] ?? JSONObject())
            return FeedItemDraft(
                receiver: receiver,
                variables: .object(values),
                content: CardTemplate.substitute(content.content, variables: values)
            )
        }
    }

    private static func values(of template: Template, own: JSONObject) -> JSONObject {
        var values = JSONObject()
        for variable in template.variables {
            if let value = variable.defaultValue { values[variable.key] = .string(value) }
        }
        for (key, value) in own where !value.isNull { values[key] = value }
        return values
    }
}

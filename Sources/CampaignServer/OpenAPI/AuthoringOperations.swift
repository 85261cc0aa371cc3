import Storage
import Values

/// What the routes of authoring files take and answer.
enum AuthoringOperations {
    private static let files = APISchema.map(.text).described("Texts by file names within their folder")

    static let apply = APIOperation(
        .catalog,
        "Checks authoring files and applies them, all or nothing; applying again changes nothing",
        body: APIOperation.Body(
            schema: .closedBody([
                .needed("files", files), .optional("dryRun", .flag.described("Tell only what would change")),
            ])
        ),
        .one(
            .exactly(
                [.needed("dryRun", .flag)]
                    + AuthoringDiff.Action.allCases.map { .needed($0.rawValue, .count) }
                    + [
                        .needed("sent", .count.described("Messages that went to feeds")),
                        .needed("changes", .list(change)), .needed("warnings", .list(finding)),
                    ]
            )
        )
    )

    static let export = APIOperation(
        .catalog,
        "Authoring files that say all that there is",
        .one(.exactly([.needed("files", files)]))
    )

    private static let spot: [APISchema.Field] = [
        .optional("file", .text), .optional("line", .count), .optional("column", .count),
        .optional("pointer", .text.described("JSON Pointer into the file")),
    ]

    private static let change = APISchema.exactly(
        [
            .needed("action", .choice(AuthoringDiff.Action.self)),
            .needed("kind", .choice(AuthoringKind.allCases.map(\.singular))), .needed("name", .text),
            .optional("fields", .list(.exactly(spot + [.optional("old", .any), .optional("new", .any)]))),
            .optional("moreFields", .count.described("Fields that are not listed")),
        ] + spot
    )

    private static let finding = APISchema.exactly(
        [.needed("severity", .choice(["error", "warning"])), .needed("message", .text), .optional("hint", .text)] + spot
    )
}

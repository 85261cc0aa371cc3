/// Version 6 of the tables: no generation of tokens is ever used again, whoever is erased and comes again.
enum SchemaStep6 {
    /// Where generations are counted, in `meta`.
    static let counter = "lastTokenGeneration"

    static let statements = [
        // Earlier versions began with the second in which a user was made; this is beyond all of those.
        "INSERT INTO meta VALUES ('\(counter)', '\(1 << 40)')"
    ]
}

import Testing
import Values

@testable import Campaigns

@Suite("Reading feed items")
struct FeedItemTests {
    private func read(_ text: String) throws -> FeedItem {
        let (item, _) = FeedItem.read(try JSONText.parse(text), at: "/data/0")
        return try #require(item)
    }

    @Test("a published page is read whole, with nothing to complain of")
    func firstPage() throws {
        let page = try WirePage.read(Fixture.json("payload-01-feed-page-first")) { wire, pointer in
            let reading = FeedItem.read(wire, at: pointer)
            return (reading.item, reading.diagnostics)
        }
        #expect(page.diagnostics.isEmpty && page.next != nil)
        #expect(page.entries.map(\.id) == ["feed-cm4kd9", "feed-cm4kd2", "feed-cm4kd1"])
        let item = page.entries[2]
        #expect(item.category == "Trips" && item.categoryId == "cat-trips" && item.status == "read")
        #expect(item.sentAt?.seconds == 1_784_365_200 && item.readAt?.seconds == 1_784_366_001 && item.isRead)
        #expect(page.entries[0].tags == ["strike", "tram"] && page.entries[0].metadata["priority"] == "high")
        #expect(page.entries[0].content?["version"] == "1.0" && !page.entries[0].isRead)
        #expect(page.entries[1].campaignId == "cmp-cm7731" && page.entries[0].campaignId == nil)
    }

    @Test("the last page has no next, and an item may lack its content")
    func lastPage() throws {
        let page = try WirePage.read(Fixture.json("payload-02-feed-page-last")) { wire, pointer in
            let reading = FeedItem.read(wire, at: pointer)
            return (reading.item, reading.diagnostics)
        }
        #expect(page.next == nil && page.entries.count == 3 && page.diagnostics.isEmpty)
        #expect(page.entries[1].dataType == "data_template" && page.entries[1].content?["title"] == "Account notice")
        #expect(page.entries[2].content == nil)
    }

    @Test("an id is all that is needed")
    func bare() throws {
        let item = try read(#"{"id": "a"}"#)
        #expect(item.id == "a" && item.tags.isEmpty && item.metadata.isEmpty && item.sentAt == nil && !item.isRead)
        #expect(item.diagnostics.isEmpty && item.wire == ["id": "a"])
    }

    @Test(
        "an item without an id is left out with a word",
        arguments: [#"{}"#, #"{"id": ""}"#, #"{"id": 3}"#, "3", "null", "[]"]
    )
    func noId(text: String) throws {
        let (item, diagnostics) = FeedItem.read(try JSONText.parse(text), at: "/data/7")
        #expect(item == nil && !diagnostics.isEmpty && diagnostics.allSatisfy { $0.pointer.hasPrefix("/data/7") })
    }

    @Test(
        "a field of the wrong type takes its default, is named, and costs no later field",
        arguments: [
            ("subCategory", "5"), ("tags", "{}"), ("metadata", "[]"), ("readAt", "true"), ("sentAt", #""soon""#),
            ("label", "[1]"), ("templateVersion", #""x""#), ("content", "7"), ("data", #""not json""#),
            ("data", #""[1]""#), ("realtimeFanout", "1"), ("expiresAt", "{}"),
        ]
    )
    func wrongType(name: String, value: String) throws {
        let item = try read(#"{"\#(name)": \#(value), "id": "a", "receiver": "ana", "deletedAt": 5}"#)
        #expect(item.diagnostics.map(\.pointer) == ["/data/0/\(name)"])
        #expect(item.receiver == "ana" && item.deletedAt?.seconds == 5)
        #expect(item.category == nil && item.tags.isEmpty && item.readAt == nil && item.content == nil)
    }

    @Test("an entry of the wrong type in a list costs that entry")
    func wrongEntry() throws {
        let item = try read(#"{"id": "a", "tags": ["x", 5, "y"]}"#)
        #expect(item.tags == ["x", "y"] && item.diagnostics.map(\.pointer) == ["/data/0/tags/1"])
    }

    @Test(
        "of several names the first that is not null counts",
        arguments: [
            (#""subCategory": "s", "templateCategory": "t", "category": "c""#, "s"),
            (#""subCategory": null, "templateCategory": "t", "category": "c""#, "t"), (#""category": "c""#, "c"),
        ]
    )
    func aliases(members: String, expected: String) throws {
        #expect(try read(#"{"id": "a", \#(members)}"#).category == expected)
    }

    @Test("content may be called data, and may be JSON in a string")
    func content() throws {
        #expect(try read(#"{"id": "a", "data": {"x": 1}, "content": {"x": 2}}"#).content == ["x": 1])
        #expect(try read(#"{"id": "a", "content": "{\"x\": 3}"}"#).content == ["x": 3])
    }

    @Test(
        "times come in any form, and 0 is none",
        arguments: [
            ("1784365200", 1_784_365_200_000), ("1784365200123", 1_784_365_200_123),
            (#""1784365200""#, 1_784_365_200_000),
            (#""2026-07-18T09:00:00.250Z""#, 1_784_365_200_250), (#""2026-07-18T11:00:00+02:00""#, 1_784_365_200_000),
            ("1784365200.5", 1_784_365_200_500), ("0", nil), ("null", nil), (#""""#, nil), (#""0""#, nil),
        ] as [(String, Int64?)]
    )
    func times(value: String, milliseconds: Int64?) throws {
        let item = try read(#"{"id": "a", "readAt": \#(value)}"#)
        #expect(item.readAt?.milliseconds == milliseconds && item.isRead == (milliseconds != nil))
        #expect(item.diagnostics.isEmpty)
    }

    @Test("an item is gone at the time it expires, and not before")
    func expiry() throws {
        let item = try read(#"{"id": "a", "expiresAt": 100}"#)
        #expect(
            !item.isExpired(at: Instant(milliseconds: 99_999)) && item.isExpired(at: Instant(milliseconds: 100_000))
        )
        let lasting = try read(#"{"id": "a", "expiresAt": 0}"#)
        #expect(!lasting.isExpired(at: Instant(milliseconds: .max)))
    }
}

@Suite("Engagement topics")
struct EngagementTopicTests {
    @Test(
        "other characters become an underscore",
        arguments: [
            ("clicked", "clicked"), ("btn_1-A", "btn_1-A"), ("btn 1", "btn_1"), ("a.b/c", "a_b_c"), ("käse", "k_se"),
            ("😀", "_"),
            ("", ""),
        ]
    )
    func characters(name: String, topic: String) { #expect(EngagementTopic.wire(name) == topic) }

    @Test("64 characters fit; one more ends in a hash of the whole")
    func long() {
        let fits = String(repeating: "a", count: 64)
        #expect(EngagementTopic.wire(fits) == fits)
        let (first, second) = (EngagementTopic.wire(fits + "b"), EngagementTopic.wire(fits + "c"))
        for topic in [first, second] {
            #expect(topic.utf8.count == 64 && topic.hasPrefix(String(repeating: "a", count: 55) + "_"))
            #expect(topic.suffix(8).allSatisfy { $0.isHexDigit })
        }
        #expect(first != second && EngagementTopic.wire(fits + "b") == first)
    }
}

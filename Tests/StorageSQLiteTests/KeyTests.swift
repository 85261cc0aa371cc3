import Storage
import Testing
import Values

@Suite("Users, keys and the server's own values")
struct KeyTests {
    @Test("a key is found by its digest, also once revoked", arguments: StoreDriver.allCases)
    func keys(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let key = try await store.addKey(kind: .admin, digest: "d1", label: "shop")
            #expect(try await store.addKey(kind: .embed, digest: "d1", label: nil) == key)
            #expect(try await store.key(digest: "d1") == key)
            #expect(try await store.key(digest: "d2") == nil)
            clock.advance(by: .seconds(1))
            let revoked = try #require(await store.revokeKey(key.id))
            #expect(revoked.revokedAt == clock.wallSeconds)
            clock.advance(by: .seconds(1))
            #expect(try await store.revokeKey(key.id) == revoked)
            #expect(try await store.keys() == [revoked])
            #expect(try await store.revokeKey("key-none") == nil)
        }
    }

    @Test("a key keeps its rights, and tokens of a user have a number", arguments: StoreDriver.allCases)
    func rights(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            for (number, rights) in [[], [.read], [.send, .users], AccessKey.Right.all].enumerated() {
                let key = try await store.addKey(kind: .admin, digest: "r\(number)", label: nil, rights: rights)
                #expect(key.rights == rights)
                #expect(try await store.key(digest: "r\(number)") == key)
            }
            let first = try #require(await store.standing(of: "ana")?.tokenGeneration)
            let second = try #require(await store.revokeTokens(of: "ana"))
            let third = try #require(await store.revokeTokens(of: "ana"))
            #expect(first < second && second < third)
            #expect(try await store.standing(of: "ana")?.tokenGeneration == third)
            #expect(try await store.revokeTokens(of: "nobody") == nil)
            #expect(try await store.standing(of: "nobody")?.tokenGeneration == nil)
        }
    }

    @Test("all who ask for a value at once get the same", arguments: StoreDriver.allCases)
    func meta(driver: StoreDriver) async throws {
        try await driver.withStore { store, _ in
            let values = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<20 { group.addTask { try await store.ensureMeta(.tokenSecret, "s\(number)") } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(values.count == 1)
            #expect(try await store.meta(.tokenSecret) == values.first)
            try await store.setMeta(.tokenSecret, to: "new")
            #expect(try await store.ensureMeta(.tokenSecret, "other") == "new")
            #expect(try await store.meta(MetaKey(rawValue: "none")) == nil)
        }
    }

    @Test("a user is made once, and a name that is given replaces the old one", arguments: StoreDriver.allCases)
    func users(driver: StoreDriver) async throws {
        try await driver.withStore { store, clock in
            let user = try await store.ensureUser("o'hara \u{1F6B2}\u{0}x", name: nil)
            #expect(user.name == nil)
            clock.advance(by: .seconds(1))
            let named = try await store.ensureUser(user.id, name: "Scarlett")
            #expect(named.createdAt == user.createdAt)
            #expect(named.updatedAt == clock.wallSeconds)
            #expect(try await store.ensureUser(user.id, name: nil) == named)
            #expect(try await store.user(user.id) == named)
            #expect(try await store.user("none") == nil)
            #expect(try await store.unknownUsers(among: ["x", "ana", user.id, "", "x'"]) == ["x", "", "x'"])
        }
    }
}

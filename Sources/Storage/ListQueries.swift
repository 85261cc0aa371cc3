/// Which categories a list shows.
package struct CategoryQuery: Sendable, Hashable {
    package enum Sort: String, Sendable, CaseIterable {
        case name
        case createdAt
        case updatedAt
    }

    package var page: PageRequest<Sort>

    package init(page: PageRequest<Sort> = PageRequest(sort: .updatedAt)) {
        self.page = page
    }
}

/// Which templates a list shows.
package struct TemplateQuery: Sendable, Hashable {
    package enum Sort: String, Sendable, CaseIterable {
        case updatedAt
        case createdAt
        case name
    }

    package var page: PageRequest<Sort>
    /// `nil` shows all but archived ones.
    package var status: Template.Status?
    /// Part of the name or the slug, in any letter case of ASCII.
    package var search: String?
    package var tags: [String]
    package var tagMatch: FeedQuery.TagMatch
    /// A category's name.
    package var category: String?

    package init(
        page: PageRequest<Sort> = PageRequest(sort: .updatedAt),
        status: Template.Status? = nil,
        search: String? = nil,
        tags: [String] = [],
        tagMatch: FeedQuery.TagMatch = .any,
        category: String? = nil
    ) {
        self.page = page
        self.status = status
        self.search = search
        self.tags = tags
        self.tagMatch = tagMatch
        self.category = category
    }
}

/// Which feed channels a list shows.
package struct FeedChannelQuery: Sendable, Hashable {
    package enum Sort: String, Sendable, CaseIterable {
        case channelType
        case createdAt
        case updatedAt
    }

    package var page: PageRequest<Sort>
    /// Part of the name or the slug, in any letter case of ASCII.
    package var search: String?
    package var type: String?
    package var enabled: Bool?

    package init(
        page: PageRequest<Sort> = PageRequest(sort: .updatedAt),
        search: String? = nil,
        type: String? = nil,
        enabled: Bool? = nil
    ) {
        self.page = page
        self.search = search
        self.type = type
        self.enabled = enabled
    }
}

/// Which users a list shows.
package struct UserQuery: Sendable, Hashable {
    package enum Sort: String, Sendable, CaseIterable {
        case id
        case createdAt
        case updatedAt
    }

    package var page: PageRequest<Sort>
    /// Part of the id or the name, in any letter case of ASCII.
    package var search: String?

    package init(
        page: PageRequest<Sort> = PageRequest(sort: .id, order: .ascending),
        search: String? = nil
    ) {
        self.page = page
        self.search = search
    }
}

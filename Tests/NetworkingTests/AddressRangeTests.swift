import Testing

@testable import Networking

/// The edges of every range: the address before, the first, the last, the one after.
@Suite("Address ranges")
struct AddressRangeTests {
    typealias Edges = (before: String, first: String, last: String, after: String)
    typealias Row = (range: AddressRange, edges: Edges)

    static let rows: [Row] = [
        (.reserved, ("::", "0.0.0.1", "0.255.255.255", "1.0.0.0")),
        (.private, ("9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0")),
        (.shared, ("100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0")),
        (.loopback, ("126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0")),
        (.linkLocal, ("169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0")),
        (.private, ("172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0")),
        (.reserved, ("191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0")),
        (.documentation, ("192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0")),
        (.reserved, ("192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0")),
        (.private, ("192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0")),
        (.benchmark, ("198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0")),
        (.documentation, ("198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0")),
        (.documentation, ("203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0")),
        (.multicast, ("223.255.255.255", "224.0.0.0", "239.255.255.255", "240.0.0.0")),
        (.reserved, ("239.255.255.255", "240.0.0.0", "255.255.255.255", "1.1.1.1")),
        (.metadata, ("168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17")),
        (.metadata, ("169.254.169.253", "169.254.169.254", "169.254.169.254", "169.254.169.255")),
        (.metadata, ("100.100.100.199", "100.100.100.200", "100.100.100.200", "100.100.100.201")),
        (.metadata, ("192.0.0.191", "192.0.0.192", "192.0.0.192", "192.0.0.193")),
        (.metadata, ("fd00:ec2::253", "fd00:ec2::254", "fd00:ec2::254", "fd00:ec2::255")),
        (.unspecified, ("1.1.1.1", "0.0.0.0", "::", "::1")),
        (.loopback, ("::", "::1", "::1", "::2")),
        (.reserved, ("1.1.1.1", "::2", "::ff:ffff", "2000::")),
        (.reserved, ("64:ff9b:1:ffff:ffff:ffff:808:808", "64:ff9b:2::", "1fff:ffff::", "2000::")),
        (.reserved, ("2000:ffff:ffff:ffff::", "2001:4::", "2001:1ff:ffff:ffff::", "2001:200::")),
        (.benchmark, ("2001:1:ffff::", "2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", "2001:2:1::")),
        (
            .documentation,
            ("2001:db7:ffff::", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::")
        ),
        (.documentation, ("3ffe:ffff::", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::")),
        (.reserved, ("3fff:ffff:ffff::", "4000::", "fbff:ffff::", "fc00::")),
        (.private, ("fbff:ffff::", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe00::")),
        (.linkLocal, ("fe7f:ffff::", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fec0::")),
        (.private, ("febf:ffff::", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ff00::")),
        (.multicast, ("feff:ffff::", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::")),
        // An IPv4 address inside; a public one there is of no use, any other is what it is.
        (.translated, ("2001:ffff:ffff::", "2002:100::", "2002:9ff:ffff:ffff::", "2002:a00::")),
        (.private, ("2002:9ff:ffff::", "2002:a00::", "2002:aff:ffff:ffff::", "2002:b00::")),
        (.reserved, ("2002:efff:ffff::", "2002:f000::", "2002:ffff:ffff:ffff::", "2003::")),
        (.loopback, ("::ffff:126.255.255.255", "::ffff:127.0.0.0", "::ffff:127.255.255.255", "::ffff:128.0.0.0")),
        (.translated, ("::ffff:0.255.255.255", "::ffff:1.0.0.0", "::ffff:9.255.255.255", "::ffff:10.0.0.0")),
        (.translated, ("64:ff9b::0.0.0.0", "64:ff9b::1.0.0.0", "64:ff9b::9.255.255.255", "64:ff9b::10.0.0.0")),
        (.multicast, ("64:ff9b::223.255.255.255", "64:ff9b::e000:0", "64:ff9b::efff:ffff", "64:ff9b::f000:0")),
    ]

    @Test("a range is what lies between its edges", arguments: rows)
    func edges(_ row: Row) throws {
        func range(_ text: String) throws -> AddressRange? { AddressRange.of(try #require(IPAddress(text: text))) }
        #expect(try range(row.edges.first) == row.range)
        #expect(try range(row.edges.last) == row.range)
        #expect(try range(row.edges.before) != row.range)
        #expect(try range(row.edges.after) != row.range)
    }

    @Test(
        "addresses of the internet are public",
        arguments: [
            "1.0.0.0", "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255",
            "192.0.1.0",
            "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255",
            "198.20.0.0",
            "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255", "168.63.129.17",
            "2000::",
            "2001:200::", "2001:db7:ffff::", "2001:db9::", "2003::", "2606:4700::1111", "2a00:1450:4001::1",
            "3ffe:ffff::",
            "3fff:1000::", "3fff:ffff:ffff::", "2606:4700::5eff:101:101",
        ]
    )
    func ordinary(text: String) throws { #expect(try #require(IPAddress(text: text)).isPublic) }

    @Test(
        "an IPv4 address is met inside an IPv6 one, and a public one there is not reached either",
        arguments: [
            ("::ffff:%", "1.2.3.4"), ("::ffff:0:%", "127.0.0.1"), ("::%", "10.0.0.1"),
            ("64:ff9b::%", "169.254.169.254"),
            ("64:ff9b::%", "8.8.8.8"), ("64:ff9b:1::%", "127.0.0.1"), ("64:ff9b:1:2:3:4:%", "8.8.8.8"),
            ("2001:0:1:2:3:4:%", "127.0.0.1"), ("2a00:1:2:3:0:5efe:%", "10.0.0.1"),
            ("2a00:1:2:3:200:5efe:%", "8.8.8.8"),
            ("fe80::5efe:%", "127.0.0.1"),
        ]
    )
    func embedded(form: String, inner: String) throws {
        let inner = try #require(IPAddress(text: inner))
        // Teredo has the bits of the address inverted.
        let written = form.hasPrefix("2001:0:") ? try #require(IPAddress(inner.bytes.map { ~$0 })) : inner
        let address = try #require(IPAddress(text: form.replacing("%", with: written.description)))
        #expect(address.isTranslated && address.bytes == inner.bytes && !address.isPublic)
        let denying = AddressPolicy.plugins(
            granted: [form.replacing("%", with: "1.1.1.1")],
            denied: [inner.description]
        )
        #expect(!denying.allows(address, for: NetworkTarget(scheme: "http", host: "name.example", port: 80)))
    }

    @Test("6to4 has its IPv4 address in the front")
    func sixToFour() throws {
        let address = try #require(IPAddress(text: "2002:7f00:1:5::6"))
        #expect(address.isTranslated && address.description == "127.0.0.1")
    }
}

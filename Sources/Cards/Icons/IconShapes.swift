/// Drawings of common icons for pages: paths to be stroked, two units wide, on a square of 24 by 24.
///
/// A page then shows the same whatever fonts its reader has. The drawings are this project's own; the names are those
/// that cards use most.
enum IconShapes {
    /// The path of an icon; `nil` for an unknown name.
    static func path(_ name: String?) -> String? { name.flatMap { shapes[standard($0)] } }

    /// Whether an icon points along the line, so that it is mirrored where that runs from right to left.
    static func isDirected(_ name: String) -> Bool { directed.contains(standard(name)) }

    /// The name under which an icon is drawn.
    static func standard(_ name: String) -> String { others[name] ?? name }

    /// Every icon that is drawn.
    static var names: [String] { shapes.keys.sorted() }

    private static let others = [
        "calendar_today": "event", "copy": "content_copy", "done": "check", "heart": "favorite", "mail": "email",
        "payment": "credit_card", "phone": "call", "photo": "image", "place": "location_on", "sync": "refresh",
        "tram": "train", "language": "public", "cancel": "error", "more_vert": "more_horiz", "inventory": "inventory_2",
        "package": "inventory_2", "qr_code": "qr_code_2", "shopping_basket": "shopping_bag", "store": "storefront",
        "card_giftcard": "redeem", "alarm": "schedule", "access_time": "schedule", "video_call": "videocam",
        "account_circle": "person", "sentiment_very_satisfied": "sentiment_satisfied",
        "sentiment_very_dissatisfied": "sentiment_dissatisfied", "star_outline": "star", "sell": "local_offer",
    ]

    private static let directed: Set<String> = [
        "arrow_back", "arrow_forward", "chevron_left", "chevron_right", "directions", "flight_land", "flight_takeoff",
        "local_shipping", "open_in_new", "send", "trending_down", "trending_up",
    ]

    private static let ring = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z"

    private static let shapes: [String: String] = [
        "add": "M12 5v14M5 12h14",
        "arrow_back": "M19 12H5M11 6l-6 6 6 6",
        "arrow_downward": "M12 5v14M6 13l6 6 6-6",
        "arrow_forward": "M5 12h14M13 6l6 6-6 6",
        "arrow_upward": "M12 19V5M6 11l6-6 6 6",
        "bolt": "M13 3L5 13h6l-1 8 8-10h-6z",
        "bookmark": "M6 3h12v18l-6-4-6 4z",
        "build": "M14 6a4.5 4.5 0 0 1 6-3l-3 3 1 2 2 1 3-3a4.5 4.5 0 0 1-6 5L7 21a2.5 2.5 0 0 1-4-4z",
        "cake": "M4 20h16v-8H4zM4 16c2 0 2-1.5 4-1.5s2 1.5 4 1.5 2-1.5 4-1.5 2 1.5 4 1.5M12 12V8M12 4v1",
        "call": "M6 3h4l1.5 5L9 10a12 12 0 0 0 5 5l2-2.5 5 1.5v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z",
        "chat": "M4 4h16v12H9l-5 4z",
        "check": "M5 13l4 4L19 7",
        "check_circle": ring + "M8 12.5l3 3 5-6",
        "chevron_left": "M15 6l-6 6 6 6",
        "chevron_right": "M9 6l6 6-6 6",
        "close": "M6 6l12 12M18 6L6 18",
        "content_copy": "M9 9h11v11H9zM15 9V4H4v11h5",
        "credit_card": "M3 5h18v14H3zM3 10h18M6 15h4",
        "delete": "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
        "directions": "M12 2l10 10-10 10L2 12zM9 15v-4h6M13 8.5l2.5 2.5-2.5 2.5",
        "directions_bus": "M5 4h14v13H5zM5 11h14M8.5 14v.1M15.5 14v.1M7 17v3M17 17v3",
        "directions_car": "M3 17v-5l2-6h14l2 6v5zM3 12h18M7 14.5v.1M17 14.5v.1M6 17v2M18 17v2",
        "download": "M12 4v11M7 10l5 5 5-5M5 20h14",
        "edit": "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
        "eco": "M5 19C3 9 9 4 20 4c1 11-5 17-13 14M4 21c2-6 6-9 11-11",
        "email": "M3 5h18v14H3zM3 6l9 7 9-7",
        "error": ring + "M9 9l6 6M15 9l-6 6",
        "event": "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
        "expand_less": "M6 15l6-6 6 6",
        "expand_more": "M6 9l6 6 6-6",
        "favorite": "M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z",
        "flag": "M5 21V4h13l-3 4 3 4H5",
        "flight": "M12 2l1.5 2v5l8 5v2l-8-2.5V19l2 1.5V22L12 21l-3.5 1v-1.5l2-1.5v-5.5L2.5 16v-2l8-5V4z",
        "flight_land": "M3 20h18M4 4v5l15 5a1.8 1.8 0 0 0 1-3.4L15.5 9 13 4l-2-1v5L6.5 7 6 5z",
        "flight_takeoff": "M3 20h18M3 12l3 3.5L20 11a1.8 1.8 0 0 0-1-3.4l-4.5 1.2L9 5l-2 .5 3 4.7-4 1.2L4.5 11z",
        "forum": "M3 3h13v9H7l-4 4zM9 15v1h8l4 4V8h-2",
        "help": ring + "M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .8-1 1.7M12 16.8v.1",
        "home": "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
        "hotel": "M3 6v13M3 16h18v3M21 16v-4H3M6 9h4",
        "image": "M3 5h18v14H3zM3 17l5-5 5 5 3-3 5 4M15.5 9v.1",
        "info": ring + "M12 11v6M12 7.5v.1",
        "inventory_2": "M3 8l9-5 9 5v9l-9 5-9-5zM3 8l9 5 9-5M12 13v9",
        "key": "M3 12a4 4 0 1 0 8 0 4 4 0 0 0-8 0zM11 12h10v3M17 12v3",
        "link": "M9 15l6-6M10 6l2-2a4 4 0 0 1 6 6l-2 2M14 18l-2 2a4 4 0 0 1-6-6l2-2",
        "local_cafe": "M5 5h12v8a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM17 7h2a2 2 0 0 1 0 5h-2M4 20h14",
        "local_offer": "M3 3h9l9 9-9 9-9-9zM7.5 7.5v.1",
        "local_shipping":
            "M2 6h12v11H2zM14 10h4l4 4v3h-8zM5 17.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0z"
            + "M15.5 17.5a2 2 0 1 0 4 0 2 2 0 0 0-4 0z",
        "location_on":
            "M12 22S5 14.5 5 9.5a7 7 0 0 1 14 0C19 14.5 12 22 12 22z"
            + "M9.5 9.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0z",
        "lock": "M5 11h14v10H5zM8 11V8a4 4 0 0 1 8 0v3",
        "map": "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14",
        "menu": "M4 7h16M4 12h16M4 17h16",
        "monitor_heart": "M3 5h18v14H3zM3 12h5l2-3 3 6 2-3h6",
        "more_horiz":
            "M5 12a1 1 0 1 0 2 0 1 1 0 0 0-2 0zM11 12a1 1 0 1 0 2 0 1 1 0 0 0-2 0zM17 12a1 1 0 1 0 2 0 1 1 0 0 0-2 0z",
        "music_note":
            "M9 17.5V5l10-2v12.5M3 17.5a3 2.5 0 1 0 6 0 3 2.5 0 0 0-6 0zM13 15.5a3 2.5 0 1 0 6 0 3 2.5 0 0 0-6 0z",
        "notifications": "M6 17v-6a6 6 0 0 1 12 0v6l2 2H4zM10 22h4",
        "open_in_new": "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
        "pause": "M8 5v14M16 5v14",
        "pedal_bike":
            "M2 16a4 4 0 1 0 8 0 4 4 0 0 0-8 0zM14 16a4 4 0 1 0 8 0 4 4 0 0 0-8 0zM6 16l4-8h6l2 8M12 16l-3-6"
            + "M12 16l4-8M14 5h3M8 7h3",
        "person": "M8 8a4 4 0 1 0 8 0 4 4 0 0 0-8 0zM4 21a8 7 0 0 1 16 0",
        "pets": "M12 12c-3 0-5 3-5 5.2S9 20 12 19.4s5 .8 5-2.2S15 12 12 12zM4.5 11v.8M8.7 6v.8M15.3 6v.8M19.5 11v.8",
        "play_arrow": "M8 5l11 7-11 7z",
        "pool":
            "M3 20c2.2 0 2.2-1.5 4.5-1.5S9.8 20 12 20s2.2-1.5 4.5-1.5S18.8 20 21 20"
            + "M3 15.5c2.2 0 2.2-1.5 4.5-1.5s2.3 1.5 4.5 1.5 2.2-1.5 4.5-1.5 2.3 1.5 4.5 1.5"
            + "M8 14V5a2 2 0 0 1 4 0M16 14V5a2 2 0 0 1 4 0M8 9h8",
        "public": ring + "M3 12h18M12 3c3.5 3 3.5 15 0 18M12 3c-3.5 3-3.5 15 0 18",
        "qr_code_2": "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM20 14v2M14 20h2M20 20v.1",
        "redeem": "M3 9h18v4H3zM5 13v8h14v-8M12 9v12M12 9S7 9 7 6.5 11 4 12 9c1-5 5-5 5-2.5S12 9 12 9",
        "refresh": "M20 11a8 8 0 1 0-1.5 6M20 5v6h-6",
        "remove": "M5 12h14",
        "restaurant": "M7 3v18M4 3v5a3 3 0 0 0 6 0V3M17 21V3c-3 2-3 8-3 11h3",
        "schedule": ring + "M12 7v5l3.5 2",
        "search": "M4 10.5a6.5 6.5 0 1 0 13 0 6.5 6.5 0 0 0-13 0zM15.5 15.5L21 21",
        "send": "M3 4l18 8-18 8 3-8zM6 12h8",
        "sentiment_dissatisfied": ring + "M8.5 16.5a4 3.5 0 0 1 7 0M9 9.5v.1M15 9.5v.1",
        "sentiment_neutral": ring + "M8.5 15h7M9 9.5v.1M15 9.5v.1",
        "sentiment_satisfied": ring + "M8.5 14a4 3.5 0 0 0 7 0M9 9.5v.1M15 9.5v.1",
        "settings":
            "M7 12a5 5 0 1 0 10 0 5 5 0 0 0-10 0zM12 3v4M12 17v4M3 12h4M17 12h4M5.6 5.6l3 3M15.4 15.4l3 3"
            + "M5.6 18.4l3-3M15.4 8.6l3-3",
        "share":
            "M15 6a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0zM4 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0z"
            + "M15 18a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0zM8.7 10.8l6.6-3.6M8.7 13.2l6.6 3.6",
        "shopping_bag": "M5 8h14l1 13H4zM8 11V7a4 4 0 0 1 8 0v4",
        "shopping_cart": "M2 4h4l2 11h11l2-8H6.5M9 19.5v.1M17 19.5v.1",
        "star": "M12 3l2.8 5.8 6.2.9-4.5 4.4 1.1 6.3L12 17.4l-5.6 3 1.1-6.3L3 9.7l6.2-.9z",
        "storefront": "M4 4h16l1 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM5 13v8h14v-8M10 21v-5h4v5",
        "thumb_down": "M7 13V4H3v9zM7 13l4 8c2 0 3-1.5 2.5-4l-.5-2h6a2 2 0 0 0 2-2.5l-1.5-6A3 3 0 0 0 16.5 4H7",
        "thumb_up": "M7 11v9H3v-9zM7 11l4-8c2 0 3 1.5 2.5 4l-.5 2h6a2 2 0 0 1 2 2.5l-1.5 6a3 3 0 0 1-3 2.5H7",
        "train": "M6 3h12v13H6zM6 9.5h12M9.5 13v.1M14.5 13v.1M8 16l-3 5M16 16l3 5M7 19h10",
        "trending_down": "M3 7l7 7 4-4 7 7M21 11v6h-6",
        "trending_up": "M3 17l7-7 4 4 7-7M15 7h6v6",
        "umbrella": "M3 13a9 9 0 0 1 18 0zM12 13v6a2 2 0 0 0 4 0M12 3v1",
        "upload": "M12 15V4M7 9l5-5 5 5M5 20h14",
        "videocam": "M3 6h12v12H3zM15 10l6-3v10l-6-3",
        "visibility": "M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM9 12a3 3 0 1 0 6 0 3 3 0 0 0-6 0z",
        "warning": "M12 4L2.5 20h19zM12 10v4.5M12 17v.1",
        "wifi": "M2.5 9a14 14 0 0 1 19 0M5.5 12.5a9.5 9.5 0 0 1 13 0M8.8 16a5 5 0 0 1 6.4 0M12 19.5v.1",
        "workspace_premium": "M6 9a6 6 0 1 0 12 0 6 6 0 0 0-12 0zM8.5 14.5L7 22l5-2.5 5 2.5-1.5-7.5",
    ]
}

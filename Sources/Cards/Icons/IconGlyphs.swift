/// Signs of one column that terminals' fonts have, for the icons that ``IconShapes`` draws.
enum IconGlyphs {
    private static let glyphs: [String: String] = [
        "add": "+", "arrow_back": "←", "arrow_downward": "↓", "arrow_forward": "→", "arrow_upward": "↑", "bolt": "ϟ",
        "bookmark": "⚑", "build": "⚒", "cake": "♨", "call": "☎", "chat": "✎", "check": "✓", "check_circle": "✓",
        "chevron_left": "‹", "chevron_right": "›", "close": "✕", "content_copy": "❐", "credit_card": "▭",
        "delete": "✕", "directions": "↱", "directions_bus": "▤", "directions_car": "▱", "download": "↓", "eco": "❧",
        "edit": "✎", "email": "✉", "error": "✕", "event": "▦", "expand_less": "▴", "expand_more": "▾", "favorite": "♥",
        "flag": "⚑", "flight": "✈", "flight_land": "✈", "flight_takeoff": "✈", "forum": "✎", "help": "?", "home": "⌂",
        "hotel": "▄",
        "image": "▨", "info": "i", "inventory_2": "▣", "key": "⚷", "link": "∞", "local_cafe": "♨",
        "local_offer": "◆", "local_shipping": "▰", "location_on": "◉", "lock": "▣", "map": "▥", "menu": "≡",
        "monitor_heart": "♡", "more_horiz": "…", "music_note": "♪", "notifications": "♪", "open_in_new": "↗",
        "pause": "‖", "pedal_bike": "∞", "person": "☺", "pets": "∴", "play_arrow": "▶", "pool": "≈", "public": "◍",
        "qr_code_2": "▦", "redeem": "◈", "refresh": "↻", "remove": "−", "restaurant": "♨", "schedule": "◷",
        "search": "⌕", "send": "➤", "sentiment_dissatisfied": "☹", "sentiment_neutral": "•",
        "sentiment_satisfied": "☺", "settings": "⚙", "share": "↗", "shopping_bag": "⌂", "shopping_cart": "⊔",
        "star": "★", "storefront": "⌂", "thumb_down": "▾", "thumb_up": "▴", "train": "▤", "trending_down": "↘",
        "trending_up": "↗", "umbrella": "☂", "upload": "↑", "videocam": "◘", "visibility": "◉", "warning": "⚠",
        "wifi": "≋", "workspace_premium": "★",
    ]

    static func glyph(_ name: String?) -> String? { name.flatMap { glyphs[IconShapes.standard($0)] } }

    /// Every icon that has a sign.
    static var names: [String] { glyphs.keys.sorted() }
}

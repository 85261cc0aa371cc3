/// Signs of one column that terminals' fonts have, for common icon names.
enum IconGlyphs {
    private static let glyphs: [String: String] = [
        "add": "+", "arrow_back": "←", "arrow_downward": "↓", "arrow_forward": "→", "arrow_upward": "↑", "cake": "♨",
        "call": "☎", "chat": "✎", "check": "✓", "check_circle": "✓", "chevron_left": "‹", "chevron_right": "›",
        "close": "✕", "content_copy": "❐", "copy": "❐", "delete": "✕", "done": "✓", "download": "↓", "edit": "✎",
        "email": "✉", "error": "✕", "event": "▦", "favorite": "♥", "flag": "⚑", "flight": "✈", "flight_land": "✈",
        "flight_takeoff": "✈", "heart": "♥", "help": "?", "home": "⌂", "info": "i", "link": "∞",
        "local_cafe": "♨",
        "mail": "✉", "menu": "≡", "music_note": "♪", "open_in_new": "↗", "person": "☺", "phone": "☎", "pool": "≈",
        "play_arrow": "▶", "redeem": "◈", "refresh": "↻", "remove": "−", "schedule": "◷", "search": "⌕", "send": "➤",
        "sentiment_dissatisfied": "☹", "sentiment_neutral": "•", "sentiment_satisfied": "☺", "settings": "⚙",
        "share": "↗", "shopping_bag": "⌂", "star": "★", "trending_down": "↘", "trending_up": "↗", "visibility": "◉",
        "warning": "⚠", "wifi": "≋", "workspace_premium": "★",
    ]

    static func glyph(_ name: String?) -> String? { name.flatMap { glyphs[$0] } }
}

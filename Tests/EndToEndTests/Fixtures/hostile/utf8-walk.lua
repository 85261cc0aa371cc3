local s = ("\u{10ffff}"):rep(3e6)
while true do local _ = utf8.len(s), utf8.offset(s, 2e6) for _ in utf8.codes(s) do end end

for _ in ("a"):rep(3e5):gmatch("a-b") do end

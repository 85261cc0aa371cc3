while true do local _ = ('x'):rep(15e6) end

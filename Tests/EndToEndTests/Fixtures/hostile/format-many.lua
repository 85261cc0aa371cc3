local s = ('x'):rep(1e6)
while true do local _ = ('%s%s%s%s%q'):format(s, s, s, s, s) end

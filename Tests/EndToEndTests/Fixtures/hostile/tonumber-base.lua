local s = ("z"):rep(15e6)
while true do local _ = tonumber(s, 36) end

local s = ("9"):rep(15e6)
while true do local _ = tonumber(s), pcall(math.floor, s), pcall(function() return s + 1 end) end

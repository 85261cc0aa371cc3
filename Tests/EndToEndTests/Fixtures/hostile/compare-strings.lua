local a = ("\0a"):rep(8e6 // 1)
local b = a .. "x"
while true do local _ = a < b end

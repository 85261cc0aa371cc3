local s = ("x"):rep(15e6)
while true do local _ = s:upper():lower():reverse() end

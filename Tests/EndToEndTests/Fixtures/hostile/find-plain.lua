local hay = ("a"):rep(8e6)
while true do hay:find(("a"):rep(4e6) .. "b", 1, true) end

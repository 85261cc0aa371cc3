local s = ("x"):rep(9e5)
while true do pcall(string.char, s:byte(1, -1)) end

local f = ("i8"):rep(1e6)
while true do pcall(string.unpack, f, ("x"):rep(8e6)) pcall(string.packsize, f) end

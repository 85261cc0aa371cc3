local s = 'x = 1\n'
while true do load(s:rep(6e5)) end

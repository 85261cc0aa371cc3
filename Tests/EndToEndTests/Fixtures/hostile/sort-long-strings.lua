local a, b = ("\0a"):rep(4e6) .. "a", ("\0a"):rep(4e6) .. "b"
local t = {}
for i = 1, 2e5 do t[i] = i % 2 == 0 and a or b end
table.sort(t)

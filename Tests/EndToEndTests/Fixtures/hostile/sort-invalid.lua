local t = {}
for i = 1, 1e5 do t[i] = i end
while true do pcall(table.sort, t, function() return true end) end

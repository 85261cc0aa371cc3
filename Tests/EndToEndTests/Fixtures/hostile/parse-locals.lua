local t = {}
for i = 1, 5000 do t[i] = 'local a' .. i end
assert(not load(table.concat(t, ' ')))

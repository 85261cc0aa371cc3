local t = {}
for i = 1, 2.5e5 do t[i] = 'goto a' .. i .. ' ::a' .. i .. '::' end
assert(not load(table.concat(t, ' ')))

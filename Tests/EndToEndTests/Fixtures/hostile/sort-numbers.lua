local t = {}
for i = 1, 1.5e6 do t[i] = (i * 7919) % 1000003 end
while true do table.sort(t) end

local t = {}
for _ = 1, 1e5 do t = setmetatable({}, { __index = t }) end
return pcall(function() return t.x end)

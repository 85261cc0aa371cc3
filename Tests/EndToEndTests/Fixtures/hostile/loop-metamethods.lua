local t
t = setmetatable({}, { __index = function(_, k) return t[k + 1] end, __eq = function() while true do end end })
pcall(function() return t[1] end)
return t == setmetatable({}, getmetatable(t))

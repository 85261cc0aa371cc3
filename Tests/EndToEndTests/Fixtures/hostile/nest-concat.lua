local t = setmetatable({}, {})
getmetatable(t).__concat = function(a, b) return a .. b end
return t .. t

local t = setmetatable({}, { __mode = 'k' })
local k = {}
while true do local n = {} t[k] = n k = n end

while true do table.remove(setmetatable({}, { __len = function() return math.maxinteger - 1 end }), 1) end

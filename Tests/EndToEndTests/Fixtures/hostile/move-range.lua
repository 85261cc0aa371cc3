table.move(setmetatable({}, { __index = function() return nil end }), 1, math.maxinteger - 1, 2)

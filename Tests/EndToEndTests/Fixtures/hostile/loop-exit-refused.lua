local h = require 'herald'
local guard <close> = setmetatable({}, { __close = function() while true do pcall(h.exit, 0) end end })
h.exit(0)

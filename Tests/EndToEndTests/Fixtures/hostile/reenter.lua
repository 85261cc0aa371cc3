local h = require 'herald'
local t = setmetatable({}, { __index = function(t, k) return h.json.encode(t[k .. 'x']) end })
return pcall(function() return t.x end)

local h = require 'herald'
for _ = 1, 50 do h.spawn(function() while true do pcall(h.sleep, 0) end end) end

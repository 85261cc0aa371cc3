local h = require 'herald'
while true do pcall(h.spawn, function() h.sleep(1000) end) end

local h = require 'herald'
while true do h.log.error(('x'):rep(1e4)) end

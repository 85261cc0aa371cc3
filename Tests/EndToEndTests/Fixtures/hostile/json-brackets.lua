local h = require 'herald'
local s = ('['):rep(5e6)
while true do pcall(h.json.decode, s) end

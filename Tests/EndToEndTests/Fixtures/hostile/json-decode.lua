local h = require 'herald'
local s = '[' .. ('[],'):rep(2e6) .. '1]'
while true do pcall(h.json.decode, s) end

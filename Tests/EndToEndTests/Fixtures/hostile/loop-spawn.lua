local h = require 'herald'
local function again() h.spawn(again) end
again()

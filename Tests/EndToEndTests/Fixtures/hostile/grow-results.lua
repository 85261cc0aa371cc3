local h = require 'herald'
local t = {}
while true do t[#t + 1] = h.json.decode('{"a":[1,2,3],"b":{}}') end

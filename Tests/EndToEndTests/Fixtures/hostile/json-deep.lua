local h = require 'herald'
local t = {}
for _ = 1, 1e6 do t = { t } end
while true do pcall(h.json.encode, t) end

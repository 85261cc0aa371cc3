local h = require 'herald'
local s = ('x'):rep(2e4)
while true do pcall(h.base64.encode, s) pcall(h.hmac_sha256, s, s) end

local t = {}
while true do pcall(function() while true do t[#t + 1] = {} end end) end

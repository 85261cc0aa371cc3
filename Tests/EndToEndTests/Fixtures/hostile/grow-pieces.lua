local t = {}
while true do pcall(function() t[#t + 1] = ('x'):rep(1e6) .. #t end) end

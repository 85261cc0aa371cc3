while true do pcall(load, function() while true do end end) end

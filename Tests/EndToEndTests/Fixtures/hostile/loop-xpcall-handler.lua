while true do xpcall(error, function() while true do end end) end

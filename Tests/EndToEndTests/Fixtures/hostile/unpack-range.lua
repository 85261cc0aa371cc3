while true do pcall(table.unpack, {}, 1, 1e6) end

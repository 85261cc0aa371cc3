local function spin(s) while true do pcall(string.gsub, s, '.', function() while true do end end) end end
return (('x'):gsub('x', spin))

local function open(n)
    local guard <close> = setmetatable({}, { __close = function() while true do pcall(error) end end })
    if n > 0 then return open(n - 1) end
    while true do end
end
open(50)

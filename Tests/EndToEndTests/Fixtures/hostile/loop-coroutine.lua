local function spin() while true do pcall(error) end end
while true do pcall(coroutine.wrap(spin)) end

local co
for _ = 1, 20000 do
    local previous = co
    co = coroutine.create(function()
        local guard <close> = setmetatable({}, { __close = function() if previous then coroutine.close(previous) end end })
        coroutine.yield()
    end)
    coroutine.resume(co)
end
coroutine.close(co)

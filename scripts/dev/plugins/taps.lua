-- Microseconds of a tap on a card that is not from the feed, by action; medians over rounds that take turns.
local herald = require "herald"

local actions = {
    { type = "noopNative" }, { type = "noopLua" }, { type = "openUrl", url = "https://example.com/" },
    { type = "copyToClipboard", value = "x" }, { type = "script" },
}
herald.action("script", function() return {} end)

local body, times = {}, {}
for place, action in ipairs(actions) do
    body[place] = { id = action.type, type = "button", label = "Do", action = action }
    times[place] = {}
end
local card = herald.card { version = "1.0", fallbackText = "A card", body = body }

local count, rounds = 10000, 11
for round = 0, rounds do
    for place, action in ipairs(actions) do
        local start = os.clock()
        for _ = 1, count do assert(card:tap(action.type).status == "performed") end
        -- The first round loads the plugins.
        if round > 0 then table.insert(times[place], (os.clock() - start) / count * 1e6) end
    end
end
for place, action in ipairs(actions) do
    table.sort(times[place])
    print(("%-18s median %6.1f us   min %6.1f"):format(action.type, times[place][rounds // 2 + 1], times[place][1]))
end

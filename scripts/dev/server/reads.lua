-- For wrk: marks one item after the other as read.
local ids = {}
for line in io.lines(os.getenv "ITEM_IDS") do ids[#ids + 1] = line end
local place = 0
request = function()
    place = place % #ids + 1
    return wrk.format("POST", "/v3/notification-feed/" .. ids[place] .. "/read")
end

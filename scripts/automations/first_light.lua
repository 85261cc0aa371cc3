-- First light: fetch campaigns, hold a chat, read the feed, tap the cards' buttons, hear an item arrive.
local herald = require "herald"

local function say(topic, text) print(("● %-11s%s"):format(topic, text)) end
local function note(text) print((" "):rep(13) .. text) end

herald.on_callback("remind-me", function(payload)      -- what a customCallback button reaches
    return "will remind " .. (payload.when or "later")
end)

local app = herald.connect { user = "ana" }            -- no server given: one starts in this process
for _, campaign in ipairs(app:campaigns()) do
    say("campaign", ("%-36s %s"):format(campaign.name, table.concat(campaign.channels, ", ")))
end

local session = app:session { channel = "chat", campaign = app:campaigns()[1] }
session:on("message", function(m) note(("%-6s %s"):format(m.from.name .. ":", m.text)) end)
session:start()
say("chat", "channel " .. session.channel)
session:receive { timeout = 5 }                        -- the agent's greeting
for _, question in ipairs { "Is the blue one in stock?", "Thank you!" } do
    session:send(question)
    session:receive { timeout = 5 }
end
session:finish()

say("feed", app:unread_count() .. " unread")
for item in app:feed { limit = 3 }:items() do
    item:mark_delivered()
    local card = item:card()
    print(card:render("text", { width = 64, indent = 2 }))
    for _, button in ipairs(card:actions()) do
        local outcome = card:tap(button.elementId)
        note(("tap %d  %s %s"):format(button.number, outcome.type, outcome.status))
    end
    item:mark_read()
end
say("unread", app:unread_count())

local arrivals = app:on("feed_item")                   -- without a function: a queue to receive from
herald.admin():send { template = "parcel", receivers = { "ana" }, variables = { ana = { eta = "18:00" } } }
local item = arrivals:receive { timeout = 5 }
say("live", ("%s   unread %d"):format(item.alternativeText, app:unread_count()))
item:mark_read()
say("unread", app:unread_count())

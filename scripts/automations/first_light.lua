-- First light: fetch campaigns, hold a chat, read the feed, tap the cards' buttons, hear an item arrive.
local herald = require "herald"

local function say(topic, text) print(("● %-11s%s"):format(topic, text)) end
local function note(label, text) print((" "):rep(13) .. ("%-7s%s"):format(label, text)) end

herald.on_callback("remind-me", function(payload)      -- a customCallback button ends up here
    return "I will remind you of the " .. payload.topic
end)

local app = herald.connect { user = "ana" }            -- no server named: one starts in this process
local campaigns = app:campaigns()
for _, campaign in ipairs(campaigns) do
    say("campaign", ("%-36s %s"):format(campaign.name, table.concat(campaign.channels, ", ")))
end

local session = app:session { channel = "chat", campaign = campaigns[1] }
session:start()
say(session.channel, session.status)
note("Mila:", session:receive { timeout = 5 }.text)
for _, question in ipairs { "Is the blue one in stock?", "Thank you!" } do
    note("you:", session:send(question).text)
    note("Mila:", session:receive { timeout = 5 }.text)
end
session:finish()

say("feed", app:unread_count() .. " unread")
for item in app:feed { limit = 3 }:items() do          -- pages are fetched as the loop goes on
    local card = item:card()
    print(card:render("text", { width = 64, indent = 2 }))
    for _, button in ipairs(card:actions()) do
        local outcome = card:tap(button.elementId)     -- runs the plugin of the action's type
        local result = outcome.result or {}
        local answer = result.opened or result.status or result.value or outcome.status
        note("tap " .. button.number, outcome.type .. " → " .. answer)
    end
    item:mark_read()
end
say("unread", app:unread_count())

local arrivals = app:on "feed_item"                    -- without a function: a queue to receive from
herald.admin():send { template = "parcel", receivers = { "ana" }, variables = { ana = { eta = "18:00" } } }
local item = arrivals:receive { timeout = 5 }
local before = app:unread_count()
item:mark_read()
say("live", ("%s   unread %d → %d"):format(item.alternativeText, before, app:unread_count()))

-- Gives the JSON text of one page of a notification feed, some 60 KB, the same each time; for measurements.
-- Runs under `lua5.4` and `herald run` alike: `local text = dofile "feed_page.lua"`, or take it in as a module.
local subjects = {"Your tram strike plan", "Night trains from 29 euros", "Zur\u{FC}ck nach K\u{F6}ln?", "Seat 14A is yours"}
local bodies = {
    "Lines 2 and 9 stop at noon on Friday.\\nBuses run every ten minutes.",
    "Forty cities, bed included: \\\"book by Sunday\\\" \u{2014} or later.",
    "Your ticket is in the app. Show it with the screen at full brightness.",
}
local categories = {{"Trips", "cat-trips"}, {"Offers", "cat-offers"}, {"Account", "cat-account"}}

local function item(n)
    local subject, body = subjects[n % #subjects + 1], bodies[n % #bodies + 1]
    local category = categories[n % #categories + 1]
    local id = ("cm%05x"):format(n * 7919 % 1048576)
    local at = 1784368800 + n * 3571
    local read = n % 3 == 0 and ("%d"):format(at + 640) or "null"
    return ([[{"id":"feed-$id","appId":"app_7f21c0de","notificationId":"ntf-$id","campaignId":$campaign,]]
        .. [["receiver":"mira.lind","receiverType":"user","sender":"server","templateId":"tmpl-$id","templateVersion":$version,]]
        .. [["channelType":"in_app","channelId":"cc-notification-channel-main","templateCategory":"$category",]]
        .. [["categoryId":"$categoryid","label":$label,"tags":["strike","tram","n$n"],"alternativeText":"$subject. $body",]]
        .. [["dataType":"ui_template","variables":{},"status":"$status","sentAt":$at,"deliveredAt":$later,"readAt":$read,]]
        .. [["interactedAt":null,"expiresAt":null,"deletedAt":null,"metadata":{"priority":"high","score":$score},]]
        .. [["realtimeFanout":["websocket"],"content":{"version":"1.0","style":{"background":{"light":"#FFFFFF",]]
        .. [["dark":"#1B1A1F"},"padding":16,"borderRadius":12.5},"body":[{"id":"c$id_h","type":"text","content":"$subject",]]
        .. [["variant":"heading2"},{"id":"c$id_b","type":"text","content":"$body"},{"id":"c$id_go","type":"button",]]
        .. [["label":"Open","action":{"type":"openUrl","url":"https:\/\/trips.example.com\/f\/$id"}}],]]
        .. [["fallbackText":"$subject. $body"}}]]):gsub("%$(%l+)", {
            id = id,
            n = tostring(n),
            campaign = n % 2 == 0 and "null" or ('"cmp-%s"'):format(id),
            version = tostring(n % 5 + 1),
            category = category[1],
            categoryid = category[2],
            label = n % 4 == 0 and '"Alert"' or "null",
            subject = subject,
            body = body,
            status = read == "null" and "delivered" or "read",
            at = tostring(at),
            later = tostring(at + 12),
            read = read,
            score = ("%.4f"):format(n * 0.0371),
        })
end

local items = {}
for n = 1, 46 do items[n] = item(n) end
return '{"data":[' .. table.concat(items, ",") .. '],"page":{"limit":46,"next":"c_' .. #items .. '","total":1204,"hasMore":true}}'

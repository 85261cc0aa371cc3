local herald = require "herald"

local function given(action, key)
    local value = action[key]
    return value and value:find "%S" and value
end

return {
    sendMessage = function(action, context)
        if not action.text:find "%S" then
            error { code = "invalid_argument", message = '"text" is blank', pointer = "/text" }
        end
        local user, group = given(action, "receiverUid"), given(action, "receiverGuid")
        if user then group = nil end
        local receiver = user or group
        local sent = herald.effect("message", {
            text = action.text,
            to = receiver and (user and "user" or "group"),
            id = receiver,
            session = not receiver and context.sessionId or nil,
        })
        return sent ~= herald.null and sent or { user = user, group = group }
    end,
}

local herald = require "herald"

local function given(action, key)
    local value = action[key]
    return value and value:find "%S" and value
end

return {
    initiateCall = function(action)
        local user, group = given(action, "uid"), given(action, "guid")
        if not (user or group) then
            error { code = "invalid_argument", message = 'nobody to call: "uid" or "guid" is needed', pointer = "/uid" }
        end
        if user then group = nil end
        herald.effect("call", { type = action.callType, to = user and "user" or "group", id = user or group })
        return { callType = action.callType, user = user, group = group }
    end,
}

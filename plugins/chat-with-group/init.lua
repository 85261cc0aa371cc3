local herald = require "herald"

return {
    chatWithGroup = function(action)
        if not action.guid:find "%S" then
            error { code = "invalid_argument", message = '"guid" is blank', pointer = "/guid" }
        end
        herald.effect("navigate", { to = "group", id = action.guid })
        return { group = action.guid }
    end,
}

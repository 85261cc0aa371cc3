local herald = require "herald"

return {
    chatWithUser = function(action)
        if not action.uid:find "%S" then
            error { code = "invalid_argument", message = '"uid" is blank', pointer = "/uid" }
        end
        herald.effect("navigate", { to = "user", id = action.uid })
        return { user = action.uid }
    end,
}

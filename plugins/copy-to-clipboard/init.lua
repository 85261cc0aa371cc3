local herald = require "herald"

return {
    copyToClipboard = function(action)
        herald.effect("clipboard", { text = action.value })
        return { copied = utf8.len(action.value) }
    end,
}

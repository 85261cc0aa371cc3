-- Jonas sorts repairs: a bot that asks three things and then hands out a ticket number.

local questions = {
  "Um welches Gerät geht es?",
  "Was ist kaputt, und seit wann?",
  "Haben Sie den Kaufbeleg noch?",
}

--- How many messages the visitor wrote before this one.
---@param history { from: string, name: string, text: string }[]
local function turns(history)
  local count = 0
  for _, message in ipairs(history) do
    if message.from == "user" then count = count + 1 end
  end
  return count
end

return {
  name = "Jonas",
  kind = "bot",

  greet = function(visitor)
    return "Guten Tag, " .. (visitor.name or "willkommen") .. ", hier ist die Reparatur-Hilfe. " .. questions[1]
  end,

  reply = function(visitor, text, history)
    if text:lower():find("danke", 1, true) then return "Gern geschehen." end
    local question = questions[turns(history) + 2]
    if question then return question end
    return {
      "Danke, " .. (visitor.name or "das ist alles") .. ".",
      "Ihr Ticket ist angelegt. Die Antwort kommt in Ihr Postfach.",
    }
  end,
}

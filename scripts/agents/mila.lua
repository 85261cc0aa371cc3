-- Mila answers visitors of Harbour & Pine: sizes, stock, delivery, returns.

---@class Visitor
---@field id string
---@field name string?

--- Answers by the words that call for them; the first row with a word in the text wins.
local answers = {
  { { "thank", "cheers" }, "You are welcome. Enjoy the linen!" },
  { { "bye", "goodbye" }, "Goodbye, and a good weekend." },
  {
    { "price", "cost", "how much", "discount", "code" },
    { "The harbour shirt is £39 instead of £59 until Sunday.", "Members need no code, it comes off at the till." },
  },
  { { "size", "fit", "large", "small", "medium" }, "It runs true to size; we have it from XS to XXL. Which one do you wear?" },
  { { "deliver", "parcel", "arrive", "ship", "order" }, "Orders before 16:00 leave the same day and arrive within two days." },
  { { "return", "exchange", "refund", "wrong" }, "You have 30 days to return it, and we pay the postage." },
  {
    { "blue", "white", "green", "colour", "color", "stock", "available", "have" },
    "Yes, in M and L, and online in every size.",
  },
  { { "human", "person", "call", "phone" }, "You can ask for a callback, too: we ring you at a time that suits you." },
  { { "hello", "hi ", "hey", "good morning" }, "Hello! What are you looking for?" },
}

local function answer(text)
  local words = " " .. text:lower() .. " "
  for _, row in ipairs(answers) do
    for _, word in ipairs(row[1]) do
      if words:find(word, 1, true) then return row[2] end
    end
  end
end

return {
  name = "Mila",
  kind = "agent",

  ---@param visitor Visitor
  greet = function(visitor)
    return "Hello " .. (visitor.name or "there") .. ", this is Mila from Harbour & Pine. How can I help?"
  end,

  ---@param visitor Visitor
  ---@param text string
  reply = function(visitor, text)
    return answer(text) or "Good question. Tell me a little more, and I will find out."
  end,
}

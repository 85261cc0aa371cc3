-- Noor plans city trips; she answers in Dutch, or in English to those who write it.

local dutch = {
  { { "dank", "bedankt" }, "Graag gedaan, en goede reis!" },
  { { "trein", "reis", "kom ik" }, { "De trein rijdt elk half uur.", "Van Brussel naar Gent is het 30 minuten." } },
  { { "hotel", "kamer", "slapen" }, "Hotel Zeezicht heeft nog kamers; het ontbijt is inbegrepen." },
  { { "eten", "restaurant", "koffie" }, "Probeer de Oudburg: koffie overdag, stoofvlees in de avond." },
  { { "weer", "regen" }, "Neem een jas mee: een bui hoort erbij." },
}

local english = {
  { { "thank" }, "You are welcome. Have a good trip!" },
  { { "train", "get there" }, { "There is a train every half hour.", "From Brussels to Ghent it takes 30 minutes." } },
  { { "hotel", "room", "sleep" }, "Hotel Zeezicht still has rooms; breakfast is included." },
  { { "eat", "restaurant", "coffee" }, "Try the Oudburg: coffee by day, stew in the evening." },
  { { "weather", "rain" }, "Bring a coat: a shower is part of it." },
}

local function answer(rows, text)
  for _, row in ipairs(rows) do
    for _, word in ipairs(row[1]) do
      if text:find(word, 1, true) then return row[2] end
    end
  end
end

local function is_english(text)
  for _, word in ipairs { " the ", " is ", " a ", " how ", " what ", " where ", " thank", " hello " } do
    if text:find(word, 1, true) then return true end
  end
  return false
end

return {
  name = "Noor",
  kind = "agent",

  greet = function(visitor)
    return "Dag " .. (visitor.name or "reiziger") .. ", ik ben Noor. Waar gaat de reis heen?"
  end,

  reply = function(_, text)
    local words = " " .. text:lower():gsub("[%p%s]+", " ") .. " "
    if is_english(words) then
      return answer(english, words) or "Tell me which city, and I will make a plan for two days."
    end
    return answer(dutch, words) or "Zeg me welke stad, dan maak ik een plan voor twee dagen."
  end,
}

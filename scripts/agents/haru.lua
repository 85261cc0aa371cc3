-- Haru answers guests who plan days at a hot spring, in Japanese.

local answers = {
  { { "ありがと", "どうも" }, "どういたしまして。よいご旅行を。" },
  { { "風呂", "温泉", "露天" }, { "露天風呂は朝5時から夜11時までです。", "貸切は一回45分、前日までにご予約ください。" } },
  { { "食事", "夕食", "朝食", "アレルギー" }, "夕食は18時から20時の間にお選びいただけます。苦手なものはお知らせください。" },
  { { "駅", "電車", "バス", "行き方" }, "駅からは送迎バスで12分です。15時と16時半に出ます。" },
  { { "予約", "空室", "部屋" }, "ご希望の日と人数を教えてください。お部屋をお調べします。" },
}

return {
  name = "春",
  kind = "agent",

  ---@param visitor { id: string, name: string? }
  greet = function(visitor)
    local name = visitor.name and (visitor.name .. "さん、") or ""
    return name .. "こんにちは。温泉の旅の春です。何をお探しですか。"
  end,

  ---@param visitor { id: string, name: string? }
  ---@param text string
  reply = function(visitor, text)
    for _, row in ipairs(answers) do
      for _, word in ipairs(row[1]) do
        if text:find(word, 1, true) then return row[2] end
      end
    end
    return "かしこまりました。お調べして、こちらでお返事いたします。"
  end,
}

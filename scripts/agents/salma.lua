-- Salma takes support questions in Arabic: she asks for the ticket once and then sorts it.

local answers = {
  { { "شكرا" }, "على الرحب والسعة." },
  { { "كلمة المرور", "الدخول", "حساب" }, "أرسلنا رابط استعادة الدخول إلى بريدك، وهو صالح لمدة ساعة." },
  { { "فاتورة", "دفع", "سعر" }, { "تجد الفواتير في صفحة الحساب.", "إن كان المبلغ غير صحيح فأرسل رقم الفاتورة." } },
  { { "بطيء", "لا يعمل", "خطأ" }, "نعتذر عن ذلك. ما الذي يظهر على الشاشة، ومنذ متى؟" },
}

return {
  name = "سلمى",
  kind = "bot",

  ---@param visitor { id: string, name: string? }
  greet = function(visitor)
    return "مرحبا " .. (visitor.name or "بك") .. "، معك سلمى. ما رقم الطلب؟"
  end,

  ---@param visitor { id: string, name: string? }
  ---@param text string
  ---@param history { from: string, name: string, text: string }[]
  reply = function(visitor, text, history)
    local number = text:match("%d%d%d+")
    if number then return "وجدت الطلب رقم " .. number .. ". لحظة من فضلك." end
    for _, row in ipairs(answers) do
      for _, word in ipairs(row[1]) do
        if text:find(word, 1, true) then return row[2] end
      end
    end
    return #history > 4 and "سأحولك إلى زميل الآن." or "أخبرني بالمزيد من فضلك."
  end,
}

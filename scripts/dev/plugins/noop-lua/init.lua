return { noopLua = function() return {} end }

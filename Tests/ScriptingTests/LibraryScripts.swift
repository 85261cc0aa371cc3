// Scripts that call library functions with generated arguments and note what came of it; they run in stock Lua, too.
// swift-format-ignore-file
enum LibraryScripts {
    static let prelude = #"""
        local seed = SEED
        local function random(n)
            seed = (seed * 1103515245 + 12345) & 0x7fffffff
            return (seed >> 8) % n + 1
        end
        local function pick(list) return list[random(#list)] end
        local lines = {}
        local function text(v)
            if type(v) == "string" then return '"' .. v .. '"' end
            if type(v) == "table" or type(v) == "function" then return type(v) end
            return tostring(v)
        end
        local function note(...)
            local n, t = select("#", ...), {...}
            local line = ""
            for i = 1, n do line = line .. text(t[i]) .. " " end
            lines[#lines + 1] = line
        end
        local edges = {0, 1, 2, 3, 5, 8, 13, -1, -2, -3, -8, 100, -100, math.maxinteger, math.mininteger, 1.0, 2.5, "3", "x", false}
        local function call(name, f, ...)
            note(name, ...)
            note(pcall(f, ...))
        end
        """#

    static let patterns = #"""
        local atoms = {"a", "b", "c", ".", "%a", "%d", "%w", "%s", "%A", "%D", "%p", "%x", "%u", "%l", "%c", "%g", "%z", "%Z", "[ab]",
            "[^a]", "[a-c]", "[%d_]", "[]]", "[^]]", "[a-]", "[-a]", "[%]a]", "[^%w]", "%%", "%.", "%-", " ", "1", "_", "(", ")", "()",
            "(a)", "(.)", "%1", "%2", "%0", "%b()", "%bxy", "%baa", "%b", "%f[%w]", "%f[^%w]", "%f[a]", "%f", "%", "[", "[a", "[^", "[%",
            "^", "$", "\0", "\200", "(a*)", "(.-)", "(()", "[a-%d]", "[%a-z]", "%fa"}
        local tails = {"", "", "", "*", "+", "-", "?"}
        local letters = {"a", "b", "c", "a", "a", "(", ")", "x", "y", " ", "1", "2", "_", "]", "-", "%", ".", "A", "\0", "\200", "\n", "\127"}
        local function word(n)
            local t = {}
            for i = 1, random(n) - 1 do t[i] = pick(letters) end
            return table.concat(t)
        end
        local function pattern()
            local p = random(4) == 1 and "^" or ""
            for _ = 1, random(6) - 1 do p = p .. pick(atoms) .. pick(tails) end
            if random(4) == 1 then p = p .. "$" end
            return p
        end
        local parts = {"x", "%0", "%1", "%2", "%%", "%9", "%", "%a", "", "yy", "\0"}
        local function replacement()
            local kind = random(8)
            if kind == 1 then return function(...) note("args", ...) return select("#", ...) > 1 and "f" or nil end end
            if kind == 2 then return {a = "A", b = false, c = 7, [1] = "one", ab = {}} end
            if kind == 3 then return setmetatable({}, {__index = function(_, k) return k .. "!" end}) end
            if kind == 4 then return pick {12, 1.5, true, function() return {} end, function() return true end} end
            return pick(parts) .. pick(parts) .. pick(parts)
        end
        for _ = 1, ROUNDS do
            local s, p = word(14), pattern()
            call("find", string.find, s, p)
            call("match", string.match, s, p)
            call("find at", string.find, s, p, pick(edges))
            call("match at", string.match, s, p, pick(edges))
            call("plain", string.find, s, word(3), pick(edges), true)
            call("plain", string.find, s, word(3))
            call("gsub", string.gsub, s, p, replacement())
            call("gsub n", string.gsub, s, p, replacement(), pick(edges))
            note(pcall(function()
                local n = 0
                for a, b, c in string.gmatch(s, p, random(3) == 1 and pick(edges) or nil) do
                    note("each", a, b, c)
                    n = n + 1
                    if n > 40 then break end
                end
            end))
            note(pcall(function() return s:find(p), (s:gsub(p, "-")) end))
        end
        for n = 190, 210 do
            call("deep", string.find, ("a"):rep(n), ("a?"):rep(n))
            call("deep", string.find, ("a"):rep(5), ("a*"):rep(n))
            call("deep", string.find, ("a"):rep(5), ("b-"):rep(n) .. "a")
        end
        for n = 30, 34 do call("captures", string.find, ("a"):rep(n), ("()"):rep(n)) call("captures", string.match, ("a"):rep(n), ("(a)"):rep(n)) end
        for _, f in ipairs {"find", "match", "gmatch", "gsub"} do
            call(f, string[f]) call(f, string[f], "a") call(f, string[f], {}, "a") call(f, string[f], "a", {}) call(f, string[f], "a", "a", {}, {})
            call(f, string[f], "a", "a", "b", "x") call(f, string[f], 12, 1, 1) call(f, string[f], 12, 1, 1, 1.5) call(f, string[f], nil, nil)
            note(pcall(function() return ("x")[f]("x") end))
            note(pcall(function() return ("x")[f]("x", "[", "") end))
            note(pcall(function() local s = "x" return s:gsub() end)) note(pcall(function() local s = "x" return s:find() end))
            note(pcall(function() local s = "x" return s:gsub("x", "x", {}) end)) note(pcall(function() local s = "x" return s:rep({}) end))
        end
        """#

    static let tables = #"""
        local function proxy(t)
            return setmetatable({}, {
                __index = function(_, k) note("get", k) return t[k] end,
                __newindex = function(_, k, v) note("set", k, v) t[k] = v end,
                __len = function() note("len") return #t end,
            })
        end
        local function list(n)
            local t = {}
            for i = 1, n do t[i] = pick {i, i * 2, "s" .. i, i + 0.5} end
            return t
        end
        local function shown(t)
            local r = {}
            for i = -3, 12 do r[#r + 1] = tostring(t[i]) end
            note("table", r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9], r[10], r[11], r[12], r[13], r[14], r[15], r[16])
        end
        local lengths = {0, 1, 5, -1, -5, math.mininteger, "x", 1.5, 2.0, "3", {}}
        local small = {0, 1, 2, 3, 5, 8, -1, -2, "3", 2.0, 2.5, "x", false, math.maxinteger, math.mininteger}
        for _ = 1, ROUNDS do
            local base = list(random(8) - 1)
            local t = random(3) == 1 and proxy(base) or base
            local before = #lines
            call("insert", table.insert, t, "new") shown(base)
            call("insert at", table.insert, t, pick(small), "new") shown(base)
            call("remove", table.remove, t) shown(base)
            call("remove at", table.remove, t, pick(small)) shown(base)
            call("concat", table.concat, t) call("concat", table.concat, t, pick {",", "", 1, {}, "\0"}, pick {1, 2, -1, 0, 5, "x"}, pick {1, 2, 3, -1, "2"})
            local a, b = random(8) - 4, random(8) - 4
            call("move", table.move, t, a, b, random(8) - 4) shown(base)
            local other = random(2) == 1 and {} or proxy {}
            call("move to", table.move, t, a, b, random(8) - 4, other) shown(other)
            call("unpack", table.unpack, t) call("unpack", table.unpack, t, a, b) call("unpack", table.unpack, t, pick {1, "x", 2.5, 0}, pick {3, -1, "3"})
            local odd = setmetatable({}, {__len = function() return pick(lengths) end})
            call("odd insert", table.insert, odd, pick {0, 1, 2, 5, 7, 2.5, "x", math.maxinteger}, 1)
            call("odd remove", table.remove, odd, pick {7, 0, 1, math.maxinteger})
        end
        local big, least = math.maxinteger, math.mininteger
        for _, c in ipairs {{1, big, 2}, {least, big, 1}, {0, big, 1}, {-1, big, 1}, {1, 2, big}, {1, 2, big - 1}, {big, big, big}, {big - 1, big, 1},
            {least, least, least}, {least, least + 1, big}, {2, 1, big}, {least, -1, 1}, {-10, big - 10, 1}} do
            call("move edge", table.move, setmetatable({}, {__index = function(_, k) error("get " .. k, 0) end}), c[1], c[2], c[3])
            if c[1] > big - 10 or c[2] < least + 10 or c[2] - c[1] < 0 then call("unpack edge", table.unpack, {}, c[1], c[2]) end
        end
        call("unpack", table.unpack, {}, 1, 1e7) call("unpack", table.unpack, {}, least, big) call("unpack", table.unpack, {}, 0, big)
        call("unpack", table.unpack, "abc", 1, 2) call("unpack", table.unpack, 5) call("unpack", table.unpack)
        call("concat", table.concat, {1, {}, 3}) call("concat", table.concat, {1, 2}, ",", 1, 3) call("concat", table.concat, {}, ",", big, big)
        call("concat", table.concat, {[big] = "e"}, ",", big, big) call("concat", table.concat, {[big] = "e", [big - 1] = 5}, ",", big - 1, big)
        for _, f in ipairs {"insert", "remove", "concat", "move", "unpack", "sort", "pack"} do
            for _, v in ipairs {"abc", 5, true, print} do call(f, table[f], v) call(f, table[f], v, 1, 2, 3) end
            call(f, table[f]) call(f, table[f], nil) call(f, table[f], {}, 1, 2, 3, 4, 5) call(f, table[f], {}, {}, {})
        end
        """#

    static let sort = #"""
        local function items(n)
            local t, kind = {}, random(5)
            for i = 1, n do
                if kind == 1 then t[i] = random(10) elseif kind == 2 then t[i] = random(1000) / 8 elseif kind == 3 then t[i] = "k" .. random(50)
                elseif kind == 4 then t[i] = i % 7 else t[i] = n - i end
            end
            return t
        end
        local function joined(t) local s = "" for i = 1, #t do s = s .. tostring(t[i]) .. "," end return s end
        for round = 1, ROUNDS do
            local t = items(random(40) - 1)
            call("sort", table.sort, t) note(joined(t))
            t = items(random(300))
            call("greater", table.sort, t, function(a, b) return a > b end) note(joined(t))
            t = items(random(60))
            local n = 0
            call("traced", table.sort, t, function(a, b) n = n + 1 if n < 200 then note(a, b) end return a < b end) note(n, joined(t))
            t = items(random(99))
            local wrong = pick {function() return true end, function(a, b) return a <= b end, function() return random(2) == 1 end, function() end,
                function(a, b) return b end, function(a, b) if random(50) == 1 then error("stop", 0) end return a < b end}
            call("wrong", table.sort, t, wrong) note(joined(t))
            local pairs_ = {}
            for i = 1, random(50) do pairs_[i] = setmetatable({key = random(5), i}, {__lt = function(a, b) return a.key < b.key end}) end
            call("objects", table.sort, pairs_)
            for i = 1, #pairs_ do note(pairs_[i].key, pairs_[i][1]) end
            local base = items(random(20))
            call("proxy", table.sort, setmetatable({}, {__len = function() return #base end, __index = function(_, k) note("get", k) return base[k] end,
                __newindex = function(_, k, v) note("set", k, v) base[k] = v end}))
            note(joined(base))
        end
        call("mixed", table.sort, {1, "x", 2}) call("nil", table.sort, {1, nil, 3, nil, 5}) call("bad", table.sort, {2, 1}, 5) call("bad", table.sort, {1}, 5)
        call("big", table.sort, setmetatable({}, {__len = function() return 1 << 31 end})) call("big", table.sort, setmetatable({}, {__len = function() return math.maxinteger end}))
        call("negative", table.sort, setmetatable({}, {__len = function() return -1 end})) call("len", table.sort, setmetatable({}, {__len = function() return "x" end}))
        call("tables", table.sort, {{}, {}})
        """#

    static let strings = #"""
        local flags = {"", "-", "+", " ", "#", "0", "-0", "+ ", "-+ #0", "00"}
        local widths = {"", "", "1", "5", "10", "20", "99", "100", "123", "05"}
        local precisions = {"", "", ".", ".0", ".3", ".10", ".99", ".100", "..", ".-1"}
        local kinds = {"c", "d", "i", "u", "o", "x", "X", "a", "A", "f", "e", "E", "g", "G", "q", "s", "F", "n", "p ", "", "%", "z", "\0", "5"}
        local values = {0, 1, -1, 65, 255, math.maxinteger, math.mininteger, 0.0, -0.0, 1.5, -2.25, 1e15, 1e308, 5e-324, 1 / 0, -1 / 0, 3.0, "12", "0x10", "1.5",
            "x", "", "a\0b", ("y"):rep(120), "q\n\r\"\\\0001\1272", true, false, {}, setmetatable({}, {__tostring = function() return "object" end}),
            setmetatable({}, {__tostring = function() return 5 end})}
        local function value(kind)
            local v = pick(values)
            -- What `tostring` shows of a plain table is its own affair.
            if type(v) == "table" and not getmetatable(v) and kind == "s" then return "table" end
            return v
        end
        for _ = 1, ROUNDS do
            local f, args = "", {}
            for i = 1, random(3) do
                local kind = pick(kinds)
                local form = "%" .. (random(3) == 1 and pick(flags) or "") .. pick(widths) .. pick(precisions) .. kind
                f = f .. pick {"", "a", "%%", "\0"} .. form
                args[#args + 1] = value(kind)
            end
            if random(10) == 1 then args[#args] = nil end
            call("format", string.format, f, table.unpack(args))
            call("method", f.format, f, table.unpack(args))
            call("rep", string.rep, pick {"", "a", "ab", "\0", 5}, pick {0, 1, 2, 3, -1, 10, 100, "3", 2.0, 2.5, "x", math.mininteger}, pick {"", ",", "ab", 7})
            call("rep", string.rep, pick {"", "a", "ab"}, random(5) - 1)
        end
        call("rep", string.rep, "a", 1 << 31) call("rep", string.rep, "abc", 1 << 30)
        call("rep", string.rep, "a", math.maxinteger) call("rep", string.rep, "", math.maxinteger, "a") call("rep", string.rep) call("rep", string.rep, "x") call("rep", string.rep, "x", 1, {})
        call("format", string.format) call("format", string.format, {}) call("format", string.format, "%d") call("format", string.format, "%") call("format", string.format, "%1")
        call("format", string.format, "%q", print) call("format", string.format, "%s", nil) call("format", string.format, "%-10s|%10s", "a", "b")
        call("format", string.format, "%0123456789012345678901234567890d", 1) call("format", string.format, "%" .. ("1"):rep(19) .. "d", 1) call("format", string.format, "%" .. ("1"):rep(20) .. "d", 1)
        call("format", string.format, "%" .. ("1"):rep(21) .. "d", 1) call("format", string.format, "%" .. ("1"):rep(22) .. "d", 1) call("format", string.format, ("-"):rep(100), 1)
        for i = 0, 255 do call("q", string.format, "%q", string.char(i) .. i .. string.char(i, i)) call("c", string.format, "%c", i) end
        call("load", load, "x =") call("load", load, "return 1", "=name") call("load", load, "x x", "@file") call("load", load, "x x", "line\nline") call("load", load) call("load", load, {}) call("load", load, 5)
        call("load", load, "return 1", {}) call("load", load, "return 1", "n", {}) call("load", load, function() return {} end) call("load", load, function() error("e", 0) end)
        call("load", load, function() error {} end) call("load", load, "\27Lua", "n", "t") call("load", load, "return x", "n", "t", nil)
        local parts = {"return ", "1", "+2"}
        local at = 0
        note(pcall(load(function() at = at + 1 return parts[at] end))) note(load("return x", "n", "t", {x = 5})()) note(pcall(load("return x", "n", "t", nil)))
        note(load(function() return nil end)) note(load(function() return "" end)) note(load("return ...", "n", "t", 5)(7))
        """#
}

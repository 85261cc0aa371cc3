// string.rep and string.format as in Lua 5.4, in steps that look at the time.
#include "machine.h"

#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// rep

static int repeat(lua_State *L) {
    size_t length, gap;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer count = luaL_checkinteger(L, 2);
    const char *separator = luaL_optlstring(L, 3, "", &gap);
    size_t unit = length + gap;
    if (count <= 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    if (unit < length || unit > (size_t)INT_MAX / (size_t)count) return luaL_error(L, "resulting string too large");
    size_t total = unit * (size_t)count - gap;
    if (total == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    herald_work(L, total / 256);
    luaL_Buffer result;
    char *out = luaL_buffinitsize(L, &result, total + gap);
    memcpy(out, text, length);
    memcpy(out + length, separator, gap);
    // What is there already is copied behind itself.
    for (size_t done = unit; done < total;) {
        size_t more = done < total - done ? done : total - done;
        memcpy(out + done, out, more);
        done += more;
    }
    luaL_pushresultsize(&result, total);
    return 1;
}

// format

#define SPECIFICATION 32 // bytes of one conversion with its flags
#define ITEM 120         // bytes that a conversion makes at most, but for %f
#define LONG_ITEM 418    // the digits of the largest number, and 99 more

/// Copies the conversion behind the percent sign into `form`; returns where its letter is.
static const char *read_form(lua_State *L, const char *at, char *form) {
    size_t length = strspn(at, "-+ #0.123456789") + 1;
    if (length >= SPECIFICATION - 10) luaL_error(L, "invalid format (too long)");
    form[0] = '%';
    memcpy(form + 1, at, length);
    form[length + 1] = 0;
    return at + length - 1;
}

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

static const char *skip_digits(const char *at) {
    if (!is_digit(*at)) return at;
    return is_digit(*++at) ? at + 1 : at;
}

/// Refuses what the C library would take but the manual does not promise.
static void check_form(lua_State *L, const char *form, const char *flags, bool has_precision) {
    const char *at = form + 1 + strspn(form + 1, flags);
    if (*at != '0') {
        at = skip_digits(at);
        if (*at == '.' && has_precision) at = skip_digits(at + 1);
    }
    bool is_letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
    if (!is_letter) luaL_error(L, "invalid conversion specification: '%s'", form);
}

/// Puts the length modifier before the letter.
static void lengthen(char *form, const char *modifier) {
    size_t end = strlen(form), size = strlen(modifier);
    char letter = form[end - 1];
    memcpy(form + end - 1, modifier, size);
    form[end - 1 + size] = letter;
    form[end + size] = 0;
}

static void add_quoted(lua_State *L, luaL_Buffer *result, const char *text, size_t length) {
    luaL_addchar(result, '"');
    for (const char *at = text, *end = text + length; at < end; at++) {
        unsigned char letter = (unsigned char)*at;
        if (((at - text) & 1023) == 1023) herald_work(L, 1024);
        if (letter == '"' || letter == '\\' || letter == '\n') {
            luaL_addchar(result, '\\');
            luaL_addchar(result, *at);
        } else if (letter < 32 || letter == 127) {
            char code[8];
            snprintf(code, sizeof code, at + 1 < end && is_digit(at[1]) ? "\\%03d" : "\\%d", letter);
            luaL_addstring(result, code);
        } else {
            luaL_addchar(result, *at);
        }
    }
    luaL_addchar(result, '"');
}

static void push_float_literal(lua_State *L, lua_Number value) {
    if (value == (lua_Number)HUGE_VAL) {
        lua_pushliteral(L, "1e9999");
    } else if (value == -(lua_Number)HUGE_VAL) {
        lua_pushliteral(L, "-1e9999");
    } else if (value != value) {
        lua_pushliteral(L, "(0/0)");
    } else {
        char text[ITEM];
        snprintf(text, sizeof text, "%a", value);
        // Source text has a dot, whatever the locale.
        char *point = strchr(text, '.') ? NULL : strchr(text, *localeconv()->decimal_point);
        if (point) *point = '.';
        lua_pushstring(L, text);
    }
}

static void add_literal(lua_State *L, luaL_Buffer *result, int argument) {
    switch (lua_type(L, argument)) {
    case LUA_TSTRING: {
        size_t length;
        const char *text = lua_tolstring(L, argument, &length);
        add_quoted(L, result, text, length);
        return;
    }
    case LUA_TNUMBER:
        if (lua_isinteger(L, argument)) {
            lua_Integer value = lua_tointeger(L, argument);
            char text[ITEM];
            snprintf(text, sizeof text, value == LUA_MININTEGER ? "0x%llx" : "%lld", (long long)value);
            lua_pushstring(L, text);
        } else {
            push_float_literal(L, lua_tonumber(L, argument));
        }
        break;
    case LUA_TNIL:
    case LUA_TBOOLEAN: luaL_tolstring(L, argument, NULL); break;
    default: luaL_argerror(L, argument, "value has no literal form");
    }
    luaL_addvalue(result);
}

/// Adds the text of the argument as `tostring` shows it.
static void add_string(lua_State *L, luaL_Buffer *result, char *form, int argument) {
    size_t length;
    const char *text = herald_tolstring(L, argument, &length);
    herald_work(L, length / 64);
    if (!form[2]) {
        luaL_addvalue(result);
        return;
    }
    luaL_argcheck(L, length == strlen(text), argument, "string contains zeros");
    check_form(L, form, "-", true);
    if (!strchr(form, '.') && length >= 100) {
        luaL_addvalue(result);
        return;
    }
    char item[ITEM];
    int size = snprintf(item, sizeof item, form, text);
    lua_pop(L, 1);
    luaL_addlstring(result, item, (size_t)size);
}

/// As the C library would show the pointer, but without it.
static void add_identity(lua_State *L, luaL_Buffer *result, char *form, int argument) {
    bool is_object = lua_topointer(L, argument) != NULL;
    check_form(L, form, "-", false);
    if (is_object) {
        herald_push_identity(L, luaL_typename(L, argument), argument);
    } else {
        lua_pushliteral(L, "(null)");
    }
    char item[ITEM];
    form[strlen(form) - 1] = 's';
    int size = snprintf(item, sizeof item, form, lua_tostring(L, -1));
    lua_pop(L, 1);
    luaL_addlstring(result, item, (size_t)size);
}

static int add_integer(lua_State *L, char *out, char *form, const char *flags, int argument) {
    lua_Integer value = luaL_checkinteger(L, argument);
    check_form(L, form, flags, true);
    lengthen(form, LUA_INTEGER_FRMLEN);
    return snprintf(out, ITEM, form, (LUAI_UACINT)value);
}

static int add_float(lua_State *L, char *out, size_t size, char *form, int argument) {
    lua_Number value = luaL_checknumber(L, argument);
    check_form(L, form, "-+ #0", true);
    return snprintf(out, size, form, value);
}

/// Adds what the conversion makes of the argument; the letter is the last of `form`.
static void add_item(lua_State *L, luaL_Buffer *result, char *form, int argument) {
    char item[LONG_ITEM];
    int size = 0;
    char letter = form[strlen(form) - 1];
    switch (letter) {
    case 'c':
        check_form(L, form, "-", false);
        size = snprintf(item, ITEM, form, (int)luaL_checkinteger(L, argument));
        break;
    case 'd': case 'i': size = add_integer(L, item, form, "-+0 ", argument); break;
    case 'u': size = add_integer(L, item, form, "-0", argument); break;
    case 'o': case 'x': case 'X': size = add_integer(L, item, form, "-#0", argument); break;
    case 'a': case 'A': {
        check_form(L, form, "-+ #0", true);
        size = snprintf(item, ITEM, form, luaL_checknumber(L, argument));
        break;
    }
    case 'f': case 'e': case 'E': case 'g': case 'G':
        herald_work(L, 64);
        size = add_float(L, item, letter == 'f' ? LONG_ITEM : ITEM, form, argument);
        break;
    case 'p': add_identity(L, result, form, argument); return;
    case 'q':
        if (form[2]) luaL_error(L, "specifier '%%q' cannot have modifiers");
        add_literal(L, result, argument);
        return;
    case 's': add_string(L, result, form, argument); return;
    default: luaL_error(L, "invalid conversion '%s' to 'format'", form);
    }
    luaL_addlstring(result, item, (size_t)size);
}

static int format(lua_State *L) {
    int top = lua_gettop(L), argument = 1;
    size_t length;
    const char *at = luaL_checklstring(L, 1, &length), *end = at + length;
    luaL_Buffer result;
    luaL_buffinit(L, &result);
    herald_work(L, length / 64);
    while (at < end) {
        const char *sign = memchr(at, '%', (size_t)(end - at));
        if (!sign) sign = end;
        luaL_addlstring(&result, at, (size_t)(sign - at));
        if (sign == end) break;
        herald_work(L, 4);
        at = sign + 1;
        if (*at == '%') {
            luaL_addchar(&result, *at++);
            continue;
        }
        if (++argument > top) return luaL_argerror(L, argument, "no value");
        char form[SPECIFICATION];
        at = read_form(L, at, form) + 1;
        add_item(L, &result, form, argument);
    }
    luaL_pushresult(&result);
    return 1;
}

// What takes one bounded time per byte: no call is long, but a loop of them would be between two looks of the hook.

static int linear(lua_State *L) {
    // Called in this same frame, so that errors name the function and its place.
    lua_CFunction original = lua_tocfunction(L, lua_upvalueindex(1));
    if (lua_type(L, 1) == LUA_TSTRING) herald_work(L, lua_rawlen(L, 1) / 4);
    return original(L);
}

void herald_bound_linear(lua_State *L, const char *const *names) {
    for (; *names; names++) herald_wrap_field(L, *names, linear);
}

// utf8: functions that go through as many characters as their other arguments say.

static int utf8_length(lua_State *L) {
    lua_CFunction original = lua_tocfunction(L, lua_upvalueindex(1));
    if (lua_type(L, 1) == LUA_TSTRING) {
        size_t length = lua_rawlen(L, 1);
        size_t first = herald_first_place(lua_isnoneornil(L, 2) ? 1 : lua_tointeger(L, 2), length);
        size_t last = herald_first_place(lua_isnoneornil(L, 3) ? -1 : lua_tointeger(L, 3), length);
        if (last > first) herald_work(L, (last - first) / 4);
    }
    return original(L);
}

static int utf8_offset(lua_State *L) {
    lua_CFunction original = lua_tocfunction(L, lua_upvalueindex(1));
    if (lua_type(L, 1) == LUA_TSTRING) {
        lua_Integer characters = lua_tointeger(L, 2);
        lua_Unsigned count = characters < 0 ? -(lua_Unsigned)characters : (lua_Unsigned)characters;
        size_t length = lua_rawlen(L, 1);
        herald_work(L, (count < length ? (size_t)count : length) / 4);
    }
    return original(L);
}

void herald_bound_utf8(lua_State *L) {
    herald_wrap_field(L, "len", utf8_length);
    herald_wrap_field(L, "offset", utf8_offset);
}

void herald_bound_strings(lua_State *L) {
    static const luaL_Reg functions[] = {{"rep", repeat}, {"format", format}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
    static const char *const names[] = {"lower", "reverse", "upper", NULL};
    herald_bound_linear(L, names);
}

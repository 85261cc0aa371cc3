// The libraries that scripts see: Lua's own without what reaches outside, and bounded where Lua's could not be stopped.
#include "machine.h"

#include <string.h>

// tostring

static uint64_t scrambled(herald_machine *machine, const void *pointer) {
    uint64_t x = (uint64_t)(uintptr_t)pointer ^ machine->key;
    for (int round = 0; round < 3; round++) {
        x ^= x >> 33;
        x *= machine->key;
        x ^= x >> 29;
        x *= 0xff51afd7ed558ccdULL;
    }
    return (x ^ (x >> 32)) & 0xffffffffffULL;
}

void herald_push_identity(lua_State *L, const char *kind, int index) {
    static const char digits[] = "0123456789abcdef";
    uint64_t value = scrambled(MACHINE(L), lua_topointer(L, index));
    char text[11] = {0};
    for (int place = 9; place >= 0; place--, value >>= 4) text[place] = digits[value & 15];
    lua_pushfstring(L, "%s: %s", kind, text);
}

const char *herald_tolstring(lua_State *L, int index, size_t *length) {
    index = lua_absindex(L, index);
    if (luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
        lua_pop(L, 1);
        return luaL_tolstring(L, index, length);
    }
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING: return luaL_tolstring(L, index, length);
    default: break;
    }
    int kind = luaL_getmetafield(L, index, "__name");
    herald_push_identity(L, kind == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, index), index);
    if (kind != LUA_TNIL) lua_remove(L, -2);
    return lua_tolstring(L, -1, length);
}

static int to_string(lua_State *L) {
    luaL_checkany(L, 1);
    herald_tolstring(L, 1, NULL);
    return 1;
}

static int joined(lua_State *L) {
    int count = lua_gettop(L);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (int index = 1; index <= count; index++) {
        if (index > 1) luaL_addchar(&text, '\t');
        herald_tolstring(L, index, NULL);
        luaL_addvalue(&text);
    }
    luaL_pushresult(&text);
    lua_insert(L, 1);
    lua_settop(L, 1);
    return herald_invoke(L, lua_touserdata(L, lua_upvalueindex(1)));
}

void herald_push_text_function(lua_State *L, void *box) {
    lua_pushlightuserdata(L, box);
    lua_pushcclosure(L, joined, 1);
}

// base

static int set_metatable(lua_State *L) {
    int kind = lua_type(L, 2);
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, kind == LUA_TNIL || kind == LUA_TTABLE, 2, "nil or table");
    if (kind == LUA_TTABLE) {
        lua_pushliteral(L, "__gc");
        if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "__gc is not available to scripts");
        lua_pop(L, 1);
    }
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
    lua_settop(L, 2);
    lua_setmetatable(L, 1);
    return 1;
}

static int collect_garbage(lua_State *L) {
    const char *option = luaL_optstring(L, 1, "collect");
    if (strcmp(option, "count") == 0) {
        lua_pushnumber(L, (lua_Number)MACHINE(L)->used / 1024);
        return 1;
    }
    return luaL_error(L, "collectgarbage \"%s\" is not available to scripts, only \"count\"", option);
}

// os: the injected clock instead of the system's.

static int os_time(lua_State *L) {
    if (lua_isnoneornil(L, 1)) {
        herald_machine *machine = MACHINE(L);
        lua_pushinteger(L, machine->time(machine->owner, true) / 1000);
        return 1;
    }
    lua_settop(L, 1);
    // In this same frame, so that errors name the function and its place.
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

#define DATE_PIECE 512 // bytes of a format between two looks

/// Where the piece of a format that begins at a conversion ends: not within another one.
static const char *end_of_piece(const char *at, const char *end) {
    const char *limit = end - at > DATE_PIECE ? at + DATE_PIECE : end;
    while (at < limit) {
        if (*at != '%') {
            at++;
            continue;
        }
        at += end - at > 2 && (at[1] == 'E' || at[1] == 'O') ? 3 : 2;
    }
    return at < end ? at : end;
}

/// The date in pieces, for the format on top; an error about a conversion shows the piece alone.
static int long_date(lua_State *L, lua_CFunction original) {
    size_t length;
    const char *at = lua_tolstring(L, -1, &length), *end = at + length;
    char piece[DATE_PIECE + 4] = "!";
    size_t mark = *at == '!' ? 1 : 0;
    at += mark;
    // The form of a table has no long text, but may be followed by any after a zero.
    if (strcmp(at, "*t") == 0) return original(L);
    // A piece without text checks the time, of which the format may have nothing.
    lua_pushlstring(L, piece, mark);
    lua_replace(L, 1);
    original(L);
    lua_pop(L, 1);
    luaL_Buffer result;
    luaL_buffinit(L, &result);
    while (at < end) {
        // Text stays text, whatever it would mean at the start of a format.
        const char *sign = memchr(at, '%', (size_t)(end - at));
        if (!sign) sign = end;
        luaL_addlstring(&result, at, (size_t)(sign - at));
        if (sign == end) break;
        at = end_of_piece(sign, end);
        memcpy(piece + mark, sign, (size_t)(at - sign));
        lua_pushlstring(L, piece, mark + (size_t)(at - sign));
        lua_replace(L, 1);
        herald_work(L, (size_t)(at - sign) * 32);
        original(L);
        luaL_addvalue(&result);
    }
    luaL_pushresult(&result);
    return 1;
}

static int os_date(lua_State *L) {
    herald_machine *machine = MACHINE(L);
    lua_CFunction original = lua_tocfunction(L, lua_upvalueindex(1));
    luaL_optstring(L, 1, "%c");
    lua_settop(L, 2);
    if (lua_isnil(L, 1)) {
        lua_pushliteral(L, "%c");
        lua_replace(L, 1);
    }
    if (lua_isnil(L, 2)) {
        lua_pushinteger(L, machine->time(machine->owner, true) / 1000);
        lua_replace(L, 2);
    }
    size_t length = lua_rawlen(L, 1);
    herald_work(L, length / 64 + 64);
    if (length <= DATE_PIECE) return original(L);
    lua_pushvalue(L, 1);
    return long_date(L, original);
}

static int os_clock(lua_State *L) {
    herald_machine *machine = MACHINE(L);
    lua_pushnumber(L, (lua_Number)machine->time(machine->owner, false) / 1000);
    return 1;
}

// math.randomseed: without arguments Lua takes and shows an address and the system's clock.
static int random_seed(lua_State *L) {
    if (lua_gettop(L) == 0) {
        herald_machine *machine = MACHINE(L);
        machine->reseeds++;
        lua_pushinteger(L, (lua_Integer)(machine->seed * 0x9e3779b97f4a7c15ULL + machine->reseeds));
    }
    // In this same frame, so that errors name the function and its place.
    return lua_tocfunction(L, lua_upvalueindex(2))(L);
}

/// The wrapper has the generator where the original looks for it.
static void wrap_random_seed(lua_State *L) {
    lua_getfield(L, -1, "randomseed");
    lua_getupvalue(L, -1, 1);
    lua_insert(L, -2);
    lua_pushcclosure(L, random_seed, 2);
    lua_setfield(L, -2, "randomseed");
}

void herald_wrap_field(lua_State *L, const char *name, lua_CFunction function) {
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, function, 1);
    lua_setfield(L, -2, name);
}

static void remove_fields(lua_State *L, const char *const *names) {
    for (; *names; names++) {
        lua_pushnil(L);
        lua_setfield(L, -2, *names);
    }
}

static void open_base(lua_State *L) {
    luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
    static const char *const gone[] = {"dofile", "loadfile", "warn", "print", NULL};
    remove_fields(L, gone);
    static const luaL_Reg own[] = {{"tostring", to_string}, {"setmetatable", set_metatable},
        {"collectgarbage", collect_garbage}, {NULL, NULL}};
    luaL_setfuncs(L, own, 0);
    static const char *const names[] = {"tonumber", NULL};
    herald_bound_linear(L, names);
    lua_pushcfunction(L, herald_load_text);
    lua_setfield(L, -2, "load");
    lua_pop(L, 1);
}

static void open_string(lua_State *L) {
    luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
    static const char *const gone[] = {"dump", NULL};
    remove_fields(L, gone);
    herald_bound_strings(L);
    herald_bound_patterns(L);
    herald_bound_packing(L);
    lua_pop(L, 1);
    lua_pushliteral(L, "");
    if (lua_getmetatable(L, -1)) {
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void open_rest(lua_State *L, uint64_t seed) {
    luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
    herald_bound_tables(L);
    luaL_requiref(L, LUA_UTF8LIBNAME, luaopen_utf8, 1);
    herald_bound_utf8(L);
    luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
    lua_getfield(L, -1, "randomseed");
    lua_pushinteger(L, (lua_Integer)seed);
    lua_call(L, 1, 0);
    MACHINE(L)->seed = seed;
    wrap_random_seed(L);
    lua_pop(L, 3);
    luaL_requiref(L, LUA_OSLIBNAME, luaopen_os, 1);
    static const char *const gone[] = {
        "execute", "exit", "getenv", "remove", "rename", "setlocale", "tmpname", "difftime", NULL};
    remove_fields(L, gone);
    herald_wrap_field(L, "time", os_time);
    herald_wrap_field(L, "date", os_date);
    lua_pushcfunction(L, os_clock);
    lua_setfield(L, -2, "clock");
    lua_pop(L, 1);
}

void herald_open_sandbox(lua_State *L, uint64_t seed) {
    open_base(L);
    open_string(L);
    open_rest(L, seed);
    herald_open_protection(L);
}

// `table` of scripts: Lua's own, but no range so long that its loop, which no hook interrupts, runs for minutes.
#include "machine.h"

#define RANGE_LIMIT 10000000 // about a second of Lua's own loops

static int call_original(lua_State *L) {
    herald_look(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/// Only `__len` can claim a length that memory does not bound.
static int checked_length(lua_State *L) {
    if (luaL_getmetafield(L, 1, "__len") != LUA_TNIL) {
        lua_pop(L, 1);
        if (luaL_len(L, 1) > RANGE_LIMIT) return luaL_error(L, "the table claims more than %d elements", RANGE_LIMIT);
    }
    return call_original(L);
}

static int checked_move(lua_State *L) {
    lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3);
    luaL_checkinteger(L, 4);
    if (last >= first && (lua_Unsigned)last - (lua_Unsigned)first >= RANGE_LIMIT) {
        return luaL_error(L, "more than %d elements to move", RANGE_LIMIT);
    }
    return call_original(L);
}

void herald_bound_tables(lua_State *L) {
    static const luaL_Reg functions[] = {{"insert", checked_length}, {"remove", checked_length},
        {"sort", checked_length}, {"concat", checked_length}, {"move", checked_move}, {NULL, NULL}};
    for (const luaL_Reg *entry = functions; entry->name; entry++) {
        lua_getfield(L, -1, entry->name);
        lua_pushcclosure(L, entry->func, 1);
        lua_setfield(L, -2, entry->name);
    }
}

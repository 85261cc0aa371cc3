// `table` of scripts: the functions of Lua 5.4, whose loops look at the time.
#include "machine.h"
#include "tables.h"

#include <limits.h>

// Access to an element.

static bool has_field(lua_State *L, int table, const char *name) {
    lua_pushstring(L, name);
    return lua_rawget(L, table) != LUA_TNIL;
}

static void check_table(lua_State *L, int index, int needs) {
    if (lua_type(L, index) == LUA_TTABLE) return;
    int top = lua_gettop(L);
    bool stands_in = lua_getmetatable(L, index) && (!(needs & TABLE_READ) || has_field(L, top + 1, "__index"))
        && (!(needs & TABLE_WRITE) || has_field(L, top + 1, "__newindex"))
        && (!(needs & TABLE_LENGTH) || has_field(L, top + 1, "__len"));
    if (!stands_in) luaL_checktype(L, index, LUA_TTABLE);
    lua_settop(L, top);
}

lua_Integer herald_table_length(lua_State *L, int index, int needs) {
    check_table(L, index, needs | TABLE_LENGTH);
    return luaL_len(L, index);
}

size_t herald_table_weight(lua_State *L, int index) {
    if (!lua_getmetatable(L, index)) return 1;
    lua_pop(L, 1);
    // Each access may go through a long chain of metatables.
    return 64;
}

static void copy(lua_State *L, int from, lua_Integer first, int to, lua_Integer second) {
    lua_geti(L, from, first);
    lua_seti(L, to, second);
}

static int insert(lua_State *L) {
    lua_Integer length = herald_table_length(L, 1, TABLE_READ | TABLE_WRITE);
    lua_Integer end = (lua_Integer)((lua_Unsigned)length + 1);
    lua_Integer position = end;
    switch (lua_gettop(L)) {
    case 2: break;
    case 3: {
        position = luaL_checkinteger(L, 2);
        luaL_argcheck(L, (lua_Unsigned)position - 1 < (lua_Unsigned)end, 2, "position out of bounds");
        size_t weight = herald_table_weight(L, 1);
        for (lua_Integer place = end; place > position; place--) {
            herald_work(L, weight);
            copy(L, 1, place - 1, 1, place);
        }
        break;
    }
    default: return luaL_error(L, "wrong number of arguments to 'insert'");
    }
    lua_seti(L, 1, position);
    return 0;
}

static int take_out(lua_State *L) {
    lua_Integer length = herald_table_length(L, 1, TABLE_READ | TABLE_WRITE);
    lua_Integer position = luaL_optinteger(L, 2, length);
    if (position != length) {
        luaL_argcheck(L, (lua_Unsigned)position - 1 <= (lua_Unsigned)length, 1, "position out of bounds");
    }
    size_t weight = herald_table_weight(L, 1);
    lua_geti(L, 1, position);
    for (; position < length; position++) {
        herald_work(L, weight);
        copy(L, 1, position + 1, 1, position);
    }
    lua_pushnil(L);
    lua_seti(L, 1, position);
    return 1;
}

static int move(lua_State *L) {
    lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), target = luaL_checkinteger(L, 4);
    int to = lua_isnoneornil(L, 5) ? 1 : 5;
    check_table(L, 1, TABLE_READ);
    check_table(L, to, TABLE_WRITE);
    if (last >= first) {
        luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
        lua_Integer count = last - first + 1;
        luaL_argcheck(L, target <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
        size_t weight = herald_table_weight(L, 1) + herald_table_weight(L, to);
        bool overlaps = target > first && target <= last && (to == 1 || lua_compare(L, 1, to, LUA_OPEQ));
        for (lua_Integer done = 0; done < count; done++) {
            lua_Integer offset = overlaps ? count - 1 - done : done;
            herald_work(L, weight);
            copy(L, 1, first + offset, to, target + offset);
        }
    }
    lua_pushvalue(L, to);
    return 1;
}

static void add_element(lua_State *L, luaL_Buffer *text, lua_Integer place) {
    lua_geti(L, 1, place);
    if (!lua_isstring(L, -1)) {
        luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), (LUAI_UACINT)place);
    }
    herald_work(L, lua_rawlen(L, -1) / 64);
    luaL_addvalue(text);
}

static int concat(lua_State *L) {
    lua_Integer last = herald_table_length(L, 1, TABLE_READ);
    size_t length;
    const char *separator = luaL_optlstring(L, 2, "", &length);
    lua_Integer place = luaL_optinteger(L, 3, 1);
    last = luaL_optinteger(L, 4, last);
    size_t weight = herald_table_weight(L, 1) + length / 64;
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (; place < last; place++) {
        herald_work(L, weight);
        add_element(L, &text, place);
        luaL_addlstring(&text, separator, length);
    }
    if (place == last) add_element(L, &text, place);
    luaL_pushresult(&text);
    return 1;
}

static int unpack(lua_State *L) {
    lua_Integer first = luaL_optinteger(L, 2, 1);
    lua_Integer last = luaL_opt(L, luaL_checkinteger, 3, luaL_len(L, 1));
    if (first > last) return 0;
    lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
    if (count >= INT_MAX || !lua_checkstack(L, (int)++count)) return luaL_error(L, "too many results to unpack");
    size_t weight = herald_table_weight(L, 1);
    for (; first < last; first++) {
        herald_work(L, weight);
        lua_geti(L, 1, first);
    }
    lua_geti(L, 1, last);
    return (int)count;
}

void herald_bound_tables(lua_State *L) {
    static const luaL_Reg functions[] = {{"insert", insert}, {"remove", take_out}, {"move", move}, {"concat", concat},
        {"unpack", unpack}, {"sort", herald_sort}, {NULL, NULL}};
    luaL_setfuncs(L, functions, 0);
}

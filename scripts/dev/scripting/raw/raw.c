#include "raw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add(lua_State *L) {
    lua_Integer a = luaL_checkinteger(L, 1), b = luaL_checkinteger(L, 2);
    lua_pushinteger(L, a + b);
    return 1;
}

static int fail(lua_State *L) { return luaL_error(L, "it failed"); }

/// Raises what a host function of Herald raises: a table with a code, a message and the caller's place.
static int fail_object(lua_State *L) {
    lua_createtable(L, 0, 4);
    lua_pushliteral(L, "failed");
    lua_setfield(L, -2, "code");
    lua_pushliteral(L, "it failed");
    lua_setfield(L, -2, "message");
    lua_Debug record;
    if (lua_getstack(L, 1, &record) && lua_getinfo(L, "Sl", &record)) {
        lua_pushfstring(L, "%s:%d", record.short_src, record.currentline);
        lua_setfield(L, -2, "place");
    }
    luaL_setmetatable(L, "error");
    return lua_error(L);
}

struct point {
    lua_Integer x;
};

static int plus(lua_State *L) {
    struct point *point = luaL_checkudata(L, 1, "point");
    lua_pushinteger(L, point->x + luaL_checkinteger(L, 2));
    return 1;
}

static int get(lua_State *L) {
    struct point *point = luaL_checkudata(L, 1, "point");
    const char *key = luaL_checkstring(L, 2);
    if (strcmp(key, "x") == 0) {
        lua_pushinteger(L, point->x);
        return 1;
    }
    lua_getmetatable(L, 1);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    return 1;
}

lua_State *raw_new(void) {
    lua_State *L = luaL_newstate();
    if (!L) return NULL;
    luaL_openlibs(L);
    lua_pushcfunction(L, add);
    lua_setglobal(L, "add");
    lua_pushcfunction(L, fail);
    lua_setglobal(L, "fail");
    lua_pushcfunction(L, fail_object);
    lua_setglobal(L, "fail_object");
    luaL_newmetatable(L, "error");
    lua_pop(L, 1);
    struct point *point = lua_newuserdatauv(L, sizeof *point, 0);
    point->x = 7;
    luaL_newmetatable(L, "point");
    lua_pushcfunction(L, get);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, plus);
    lua_setfield(L, -2, "plus");
    lua_setmetatable(L, -2);
    lua_setglobal(L, "point");
    return L;
}

void raw_close(lua_State *L) { lua_close(L); }

int raw_load(lua_State *L, const char *source) {
    if (luaL_loadstring(L, source) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        lua_pop(L, 1);
        return 0;
    }
    return luaL_ref(L, LUA_REGISTRYINDEX);
}

int raw_run(lua_State *L, int slot, long count) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, slot);
    lua_pushinteger(L, count);
    if (lua_pcall(L, 1, 0, 0) == LUA_OK) return 1;
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    lua_pop(L, 1);
    return 0;
}

int raw_function(lua_State *L, const char *source) {
    if (luaL_loadstring(L, source) != LUA_OK || lua_pcall(L, 0, 1, 0) != LUA_OK) return 0;
    return luaL_ref(L, LUA_REGISTRYINDEX);
}

long raw_call(lua_State *L, int slot, long count) {
    long sum = 0;
    for (long turn = 0; turn < count; turn++) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, slot);
        lua_pushinteger(L, turn);
        lua_pushinteger(L, 1);
        if (lua_pcall(L, 2, 1, 0) == LUA_OK) sum += lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    return sum;
}

static char names[100][12];
static size_t lengths[100];

static void name_all(void) {
    if (*names[0]) return;
    for (int place = 0; place < 100; place++) {
        lengths[place] = (size_t)snprintf(names[place], sizeof names[place], "key_%d", place);
    }
}

/// With names at fixed addresses, which Lua remembers without looking at their bytes.
static int push_table(lua_State *L) {
    lua_createtable(L, 0, 100);
    for (int place = 0; place < 100; place++) {
        lua_pushinteger(L, place);
        lua_setfield(L, -2, names[place]);
    }
    return 1;
}

/// With names as any map of strings has them: bytes and a length.
static int push_data(lua_State *L) {
    lua_createtable(L, 0, 100);
    for (int place = 0; place < 100; place++) {
        lua_pushlstring(L, names[place], lengths[place]);
        lua_pushinteger(L, place);
        lua_rawset(L, -3);
    }
    return 1;
}

static int push_many(lua_State *L) {
    lua_Integer turn = luaL_checkinteger(L, 1);
    lua_CFunction push = lua_toboolean(L, 2) ? push_data : push_table;
    for (; turn > 0; turn--) {
        push(L);
        lua_pop(L, 1);
    }
    return 0;
}

long raw_push(lua_State *L, long count, int is_data) {
    name_all();
    lua_pushcfunction(L, push_many);
    lua_pushinteger(L, count);
    lua_pushboolean(L, is_data);
    return lua_pcall(L, 2, 0, 0);
}

struct entry {
    char *name;
    lua_Integer value;
};

static int pull_many(lua_State *L) {
    lua_Integer count = luaL_checkinteger(L, 1);
    push_table(L);
    for (lua_Integer turn = 0; turn < count; turn++) {
        struct entry *entries = malloc(100 * sizeof *entries);
        int place = 0;
        lua_pushnil(L);
        while (lua_next(L, 2)) {
            size_t length;
            const char *name = lua_tolstring(L, -2, &length);
            entries[place].name = malloc(length + 1);
            memcpy(entries[place].name, name, length + 1);
            entries[place].value = luaL_checkinteger(L, -1);
            place++;
            lua_pop(L, 1);
        }
        while (place > 0) free(entries[--place].name);
        free(entries);
    }
    return 0;
}

long raw_pull(lua_State *L, long count) {
    name_all();
    lua_pushcfunction(L, pull_many);
    lua_pushinteger(L, count);
    return lua_pcall(L, 1, 0, 0);
}

long raw_states(long count) {
    for (long turn = 0; turn < count; turn++) {
        lua_State *L = luaL_newstate();
        if (!L) return 1;
        luaL_openlibs(L);
        lua_close(L);
    }
    return 0;
}

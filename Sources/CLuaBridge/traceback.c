// Tracebacks of scripts: in Lua's form, and as quick for a stack of a million calls as for a short one.
#include "machine.h"

#include <string.h>

#define SHOWN 22      // calls of a stack that is deeper than DEEP
#define DEEP 200      // calls; finding the far end of a stack walks all of it
#define SHOWN_LAST 11 // of the far end, when it is not deeper

/// Pushes "module.name" when a loaded module has the function on top, and takes the function off.
static bool push_loaded_name(lua_State *L) {
    int function = lua_gettop(L);
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_pushnil(L);
    while (lua_next(L, function + 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TTABLE) {
            lua_pop(L, 1);
            continue;
        }
        lua_pushnil(L);
        while (lua_next(L, -2)) {
            bool is_it = lua_type(L, -2) == LUA_TSTRING && lua_rawequal(L, -1, function);
            lua_pop(L, 1);
            if (!is_it) continue;
            const char *module = lua_tostring(L, -3);
            if (strcmp(module, LUA_GNAME) == 0) {
                lua_pushfstring(L, "%s", lua_tostring(L, -1));
            } else {
                lua_pushfstring(L, "%s.%s", module, lua_tostring(L, -1));
            }
            lua_replace(L, function);
            lua_settop(L, function);
            return true;
        }
        lua_pop(L, 1);
    }
    lua_settop(L, function - 1);
    return false;
}

static void add_function(lua_State *L, lua_State *thread, luaL_Buffer *text, lua_Debug *record) {
    lua_getinfo(thread, "f", record);
    if (L != thread) lua_xmove(thread, L, 1);
    if (push_loaded_name(L)) {
        lua_pushfstring(L, "function '%s'", lua_tostring(L, -1));
        lua_remove(L, -2);
    } else if (*record->namewhat) {
        lua_pushfstring(L, "%s '%s'", record->namewhat, record->name);
    } else if (*record->what == 'm') {
        lua_pushliteral(L, "main chunk");
    } else if (*record->what == 'C') {
        lua_pushliteral(L, "?");
    } else {
        lua_pushfstring(L, "function <%s:%d>", record->short_src, record->linedefined);
    }
    luaL_addvalue(text);
}

static void add_call(lua_State *L, lua_State *thread, luaL_Buffer *text, lua_Debug *record) {
    lua_getinfo(thread, "Slnt", record);
    luaL_addstring(text, "\n\t");
    luaL_addstring(text, record->short_src);
    if (record->currentline > 0) {
        lua_pushfstring(L, ":%d", record->currentline);
        luaL_addvalue(text);
    }
    luaL_addstring(text, ": in ");
    add_function(L, thread, text, record);
    if (record->istailcall) luaL_addstring(text, "\n\t(...tail calls...)");
}

void herald_push_blocker(lua_State *L) {
    lua_Debug record;
    // Level 0 is the host function itself.
    for (int level = 1; lua_getstack(L, level, &record); level++) {
        lua_getinfo(L, "Sf", &record);
        if (*record.what != 'C') {
            lua_pop(L, 1);
            continue;
        }
        lua_CFunction function = lua_tocfunction(L, -1);
        if (function == herald_pcall || (function == herald_xpcall && MACHINE(L)->handler_depth == 0)) {
            lua_pop(L, 1);
            continue;
        }
        if (!push_loaded_name(L)) lua_pushnil(L);
        return;
    }
    lua_pushnil(L);
}

void herald_push_start(lua_State *L, lua_State *root) {
    lua_Debug record;
    // Of a root that has not begun the stack holds its body and the function.
    if (lua_status(root) == LUA_OK && !lua_getstack(root, 0, &record) && lua_type(root, 2) == LUA_TFUNCTION
        && lua_checkstack(root, 1)) {
        lua_pushvalue(root, 2);
        lua_getinfo(root, ">S", &record);
        if (record.linedefined >= 0) {
            lua_pushfstring(L, "%s:%d:", record.short_src, record.linedefined > 0 ? record.linedefined : 1);
            return;
        }
    }
    lua_pushliteral(L, "");
}

/// How many calls there are, at most DEEP and one.
static int depth_of(lua_State *thread) {
    lua_Debug record;
    int depth = 0;
    while (depth <= DEEP && lua_getstack(thread, depth, &record)) depth++;
    return depth;
}

void herald_push_traceback(lua_State *L, lua_State *thread, const char *message, int level) {
    lua_Debug record;
    luaL_Buffer text;
    luaL_checkstack(L, 12, "traceback");
    if (L != thread && !lua_checkstack(thread, 2)) luaL_error(L, "stack overflow (traceback)");
    int depth = depth_of(thread);
    bool is_deep = depth > DEEP;
    int last = is_deep ? 0 : depth - SHOWN_LAST;
    luaL_buffinit(L, &text);
    if (message) {
        luaL_addstring(&text, message);
        luaL_addchar(&text, '\n');
    }
    luaL_addstring(&text, "stack traceback:");
    for (int shown = 0; lua_getstack(thread, level, &record); shown++, level++) {
        if (is_deep && shown == SHOWN) {
            luaL_addstring(&text, "\n\t...\t(skipping the rest)");
            break;
        }
        if (!is_deep && shown == SHOWN - SHOWN_LAST - 1 && last > level) {
            lua_pushfstring(L, "\n\t...\t(skipping %d levels)", last - level);
            luaL_addvalue(&text);
            level = last;
            if (!lua_getstack(thread, level, &record)) break;
        }
        add_call(L, thread, &text, &record);
    }
    luaL_pushresult(&text);
}

// `pcall`, `xpcall` and `debug.traceback` of scripts: errors of budgets that scripts can tell apart, a handler that can be
// stopped, and the stack that it would have seen.
#include "machine.h"

/// Lua's own text for want of memory becomes an error with a code.
static void push_error(lua_State *L, int status) {
    if (status != LUA_ERRMEM) return;
    lua_pop(L, 1);
    herald_push_memory_error(L);
}

// pcall

static int finish_pcall(lua_State *L, int status, lua_KContext context) {
    (void)context;
    if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L);
    push_error(L, status);
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
}

int herald_pcall(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    return finish_pcall(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_pcall), 0);
}

// xpcall

static int take_trace(lua_State *L) {
    herald_push_traceback(L, L, NULL, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &herald_trace_key);
    lua_settop(L, 1);
    return 1;
}

static int finish_xpcall(lua_State *L, int status, lua_KContext context) {
    if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - (int)context;
    // The handler runs here, not inside the error: a handler that loops can be stopped, one that errs is caught.
    herald_machine *machine = MACHINE(L);
    push_error(L, status);
    lua_pushvalue(L, 2);
    lua_insert(L, -2);
    machine->handler_depth++;
    status = lua_pcall(L, 1, 1, 0);
    machine->handler_depth--;
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
}

int herald_xpcall(lua_State *L) {
    int count = lua_gettop(L);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2);
    lua_pushcfunction(L, take_trace);
    lua_replace(L, 1);
    int status = lua_pcallk(L, count - 2, LUA_MULTRET, 1, 2, finish_xpcall);
    return finish_xpcall(L, status, 2);
}

static int traceback(lua_State *L) {
    lua_State *thread = L;
    int argument = 0;
    if (lua_isthread(L, 1)) {
        thread = lua_tothread(L, 1);
        argument = 1;
    }
    const char *message = lua_tostring(L, argument + 1);
    if (!message && !lua_isnoneornil(L, argument + 1)) {
        lua_pushvalue(L, argument + 1);
        return 1;
    }
    herald_machine *machine = MACHINE(L);
    if (thread == L && machine->handler_depth > 0
        && lua_rawgetp(L, LUA_REGISTRYINDEX, &herald_trace_key) == LUA_TSTRING) {
        // The stack of the error is gone by now; it was taken down when it happened.
        if (message) {
            lua_pushfstring(L, "%s\n", message);
            lua_insert(L, -2);
            lua_concat(L, 2);
        }
        return 1;
    }
    int level = (int)luaL_optinteger(L, argument + 2, thread == L ? 1 : 0);
    herald_push_traceback(L, thread, message, level);
    return 1;
}

void herald_open_protection(lua_State *L) {
    herald_push_limit_error(L, "memory_limit", "not enough memory", "raise the memory limit if the script is right");
    lua_rawsetp(L, LUA_REGISTRYINDEX, &herald_memory_key);
    lua_pushcfunction(L, herald_pcall);
    lua_setglobal(L, "pcall");
    lua_pushcfunction(L, herald_xpcall);
    lua_setglobal(L, "xpcall");
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, traceback);
    lua_setfield(L, -2, "traceback");
    lua_pushvalue(L, -1);
    lua_setglobal(L, "debug");
    herald_set_loaded(L, "debug");
}

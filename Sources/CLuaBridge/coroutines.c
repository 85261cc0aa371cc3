// `coroutine` of scripts: like Lua's own, but what the host waits for passes outward through it.
#include "machine.h"

#define CLOSE_DEPTH_LIMIT 100 // nested closes use the C stack, which Lua 5.4.4 does not count

enum outcome { ENDED, RAISED, OUTWARD };

static int yield_values(lua_State *L) {
    if (L == MACHINE(L)->root) return luaL_error(L, "attempt to yield from outside a coroutine");
    return lua_yield(L, lua_gettop(L));
}

/// Whether the coroutine is suspended by the host rather than by `coroutine.yield`.
static bool held_by_host(lua_State *L, lua_State *thread) {
    lua_Debug record;
    if (!MACHINE(L)->suspended || lua_status(thread) != LUA_YIELD) return false;
    if (!lua_getstack(thread, 0, &record) || !lua_checkstack(thread, 1)) return false;
    lua_getinfo(thread, "f", &record);
    bool by_script = lua_tocfunction(thread, -1) == yield_values;
    lua_pop(thread, 1);
    return !by_script;
}

/// Closes with a bound on nesting; what is nested deeper is left to the collector, which runs no script code.
static int close_thread(herald_machine *machine, lua_State *thread) {
    if (machine->close_depth >= CLOSE_DEPTH_LIMIT) return LUA_ERRERR;
    machine->close_depth++;
    lua_State *closer = machine->running;
    machine->running = thread;
    int status = lua_resetthread(thread);
    machine->running = closer;
    machine->close_depth--;
    return status;
}

static lua_State *thread_argument(lua_State *L) {
    lua_State *thread = lua_tothread(L, 1);
    luaL_argexpected(L, thread, 1, "thread");
    return thread;
}

/// Resumes until the coroutine ends, raises, yields to the script, or has to yield for the host.
static enum outcome run(lua_State *L, lua_State *thread, int arguments, int *results) {
    herald_machine *machine = MACHINE(L);
    for (;;) {
        machine->reason = YIELD_SCRIPT;
        machine->running = thread;
        machine->depth++;
        int status = lua_resume(thread, L, arguments, results);
        machine->depth--;
        machine->running = L;
        if (status == LUA_OK) return ENDED;
        if (status != LUA_YIELD) return RAISED;
        if (machine->reason == YIELD_SCRIPT) return ENDED;
        if (lua_isyieldable(L)) return OUTWARD;
        // Between here and the host is a C function that cannot be left. Only the innermost can be told.
        arguments = 0;
        if (machine->reason == YIELD_STOP) herald_stop(L, machine);
        if (machine->reason == YIELD_WAIT) {
            machine->in_swift = true;
            machine->call(machine->waiting, NULL);
            machine->in_swift = false;
            herald_deliver(machine, machine->waiting, 1, true);
            arguments = machine->waiting == thread ? 1 : 0;
        }
    }
}

static int resumed_count(lua_State *L, lua_State *thread) {
    herald_machine *machine = MACHINE(L);
    return machine->deliver_to == thread ? machine->deliver_count : 0;
}

static void check_resumable(lua_State *L, lua_State *thread, int arguments) {
    if (!lua_checkstack(thread, arguments + 1)) luaL_error(L, "too many arguments to resume");
}

/// Pushes why the coroutine cannot be resumed, if so.
static bool push_refusal(lua_State *L, lua_State *thread, bool with_place) {
    herald_machine *machine = MACHINE(L);
    if (held_by_host(L, thread)) {
        luaL_where(L, with_place ? 1 : -1);
        lua_pushliteral(L, "cannot resume a coroutine that waits for the host");
        lua_concat(L, 2);
        return true;
    }
    if (machine->depth < machine->depth_limit) return false;
    herald_push_limit_error(L, "depth_limit", "coroutines that resume each other are nested too deep",
        "let each of them end or yield before the next is resumed");
    return true;
}

static void push_error_of(lua_State *L, lua_State *thread) {
    if (lua_status(thread) == LUA_ERRMEM) {
        herald_push_memory_error(L);
    } else {
        lua_xmove(thread, L, 1);
    }
}

static int finish_resume(lua_State *L, lua_State *thread, enum outcome outcome, int results);

static int resume_again(lua_State *L, int status, lua_KContext context) {
    (void)status;
    lua_State *thread = (lua_State *)context;
    int results = 0;
    enum outcome outcome = run(L, thread, resumed_count(L, thread), &results);
    return finish_resume(L, thread, outcome, results);
}

static int finish_resume(lua_State *L, lua_State *thread, enum outcome outcome, int results) {
    if (outcome == OUTWARD) return lua_yieldk(L, 0, (lua_KContext)thread, resume_again);
    if (outcome == RAISED) {
        // First the error: it lies on this stack already when a coroutine tried to resume itself.
        push_error_of(L, thread);
        lua_pushboolean(L, 0);
        lua_insert(L, -2);
        return 2;
    }
    if (!lua_checkstack(L, results + 1)) {
        lua_pop(thread, results);
        lua_pushboolean(L, 0);
        lua_pushliteral(L, "too many results to resume");
        return 2;
    }
    lua_pushboolean(L, 1);
    lua_xmove(thread, L, results);
    return results + 1;
}

static int resume(lua_State *L) {
    lua_State *thread = thread_argument(L);
    int arguments = lua_gettop(L) - 1, results = 0;
    lua_pushboolean(L, 0);
    if (push_refusal(L, thread, false)) return 2;
    lua_pop(L, 1);
    check_resumable(L, thread, arguments);
    lua_xmove(L, thread, arguments);
    enum outcome outcome = run(L, thread, arguments, &results);
    return finish_resume(L, thread, outcome, results);
}

static int finish_wrap(lua_State *L, lua_State *thread, enum outcome outcome, int results);

static int wrap_again(lua_State *L, int status, lua_KContext context) {
    (void)status;
    lua_State *thread = (lua_State *)context;
    int results = 0;
    enum outcome outcome = run(L, thread, resumed_count(L, thread), &results);
    return finish_wrap(L, thread, outcome, results);
}

static int finish_wrap(lua_State *L, lua_State *thread, enum outcome outcome, int results) {
    if (outcome == OUTWARD) return lua_yieldk(L, 0, (lua_KContext)thread, wrap_again);
    if (outcome == RAISED) {
        herald_machine *machine = MACHINE(L);
        int status = lua_status(thread);
        if (status != LUA_OK && status != LUA_YIELD) {
            status = close_thread(machine, thread);
            if (status == LUA_OK) lua_pushnil(thread);
        }
        if (!lua_checkstack(L, 2)) return luaL_error(L, "stack overflow");
        if (status == LUA_ERRMEM) {
            herald_push_memory_error(L);
            return lua_error(L);
        }
        lua_xmove(thread, L, 1);
        if (lua_type(L, -1) == LUA_TSTRING) {
            luaL_where(L, 1);
            lua_insert(L, -2);
            lua_concat(L, 2);
        }
        return lua_error(L);
    }
    if (!lua_checkstack(L, results)) {
        lua_pop(thread, results);
        return luaL_error(L, "too many results to resume");
    }
    lua_xmove(thread, L, results);
    return results;
}

static int call_wrapped(lua_State *L) {
    lua_State *thread = lua_tothread(L, lua_upvalueindex(1));
    int arguments = lua_gettop(L), results = 0;
    if (push_refusal(L, thread, true)) return lua_error(L);
    check_resumable(L, thread, arguments);
    lua_xmove(L, thread, arguments);
    enum outcome outcome = run(L, thread, arguments, &results);
    return finish_wrap(L, thread, outcome, results);
}

static int create(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    herald_machine *machine = MACHINE(L);
    // The hook counts in steps for each coroutine: what is below one step when it ends is paid for here.
    if (machine->is_metered) machine->instructions -= machine->hook_step;
    lua_State *thread = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, thread, 1);
    return 1;
}

static int wrap(lua_State *L) {
    create(L);
    lua_pushcclosure(L, call_wrapped, 1);
    return 1;
}

static const char *status_name(lua_State *L, lua_State *thread) {
    if (L == thread) return "running";
    switch (lua_status(thread)) {
    case LUA_YIELD: return held_by_host(L, thread) ? "normal" : "suspended";
    case LUA_OK: {
        lua_Debug record;
        if (lua_getstack(thread, 0, &record)) return "normal";
        return lua_gettop(thread) == 0 ? "dead" : "suspended";
    }
    default: return "dead";
    }
}

static int status(lua_State *L) {
    lua_pushstring(L, status_name(L, thread_argument(L)));
    return 1;
}

static int is_yieldable(lua_State *L) {
    lua_State *thread = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
    lua_pushboolean(L, thread != MACHINE(L)->root && lua_isyieldable(thread));
    return 1;
}

static int running(lua_State *L) {
    lua_pushthread(L);
    lua_pushboolean(L, L == MACHINE(L)->root);
    return 2;
}

static int close_coroutine(lua_State *L) {
    herald_machine *machine = MACHINE(L);
    lua_State *thread = thread_argument(L);
    const char *name = status_name(L, thread);
    if (*name != 's' && *name != 'd') return luaL_error(L, "cannot close a %s coroutine", name);
    if (machine->close_depth >= CLOSE_DEPTH_LIMIT) return luaL_error(L, "too many nested coroutine closes");
    int status = close_thread(machine, thread);
    if (status == LUA_OK) {
        lua_pushboolean(L, 1);
        return 1;
    }
    lua_pushboolean(L, 0);
    lua_xmove(thread, L, 1);
    return 2;
}

void herald_open_coroutines(lua_State *L) {
    static const luaL_Reg functions[] = {
        {"create", create}, {"resume", resume}, {"wrap", wrap}, {"yield", yield_values}, {"status", status},
        {"isyieldable", is_yieldable}, {"running", running}, {"close", close_coroutine}, {NULL, NULL}};
    luaL_newlib(L, functions);
    lua_pushvalue(L, -1);
    lua_setglobal(L, "coroutine");
    herald_set_loaded(L, "coroutine");
}

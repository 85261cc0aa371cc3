// Crossing between Lua and Swift: trampolines in, protected entries out.
#include "machine.h"
#include "source.h"

#include <string.h>

// Lua to Swift.

static int after_wait(lua_State *L, int status, lua_KContext context) {
    (void)status;
    (void)context;
    herald_machine *machine = MACHINE(L);
    int count = machine->deliver_count;
    bool is_error = machine->deliver_error;
    machine->deliver_to = NULL;
    machine->deliver_count = 0;
    machine->deliver_error = false;
    herald_check_overflow(L, machine);
    if (is_error) return lua_error(L);
    return count;
}

/// What a host function wants that is no count of results.
static int follow(lua_State *L, herald_machine *machine, int status) {
    if (status == HERALD_CALL_WAIT) {
        machine->waiting = L;
        machine->reason = YIELD_WAIT;
        lua_settop(L, 0);
        return lua_yieldk(L, 0, 0, after_wait);
    }
    if (status == HERALD_CALL_STOP) {
        herald_interrupt(machine, HERALD_INTERRUPT_EXIT);
        return herald_stop(L, machine);
    }
    return lua_error(L);
}

static inline int invoke(lua_State *L, void *box) {
    herald_machine *machine = MACHINE(L);
    machine->in_swift = true;
    int status = machine->call(L, box);
    machine->in_swift = false;
    if (__builtin_expect(machine->held != 0, 0)) {
        machine->used -= machine->held;
        machine->held = 0;
    }
    if (__builtin_expect(machine->overflow != OVERFLOW_NONE, 0)) herald_check_overflow(L, machine);
    return __builtin_expect(status >= 0, 1) ? status : follow(L, machine, status);
}

int herald_invoke(lua_State *L, void *box) { return invoke(L, box); }

static int trampoline(lua_State *L) { return invoke(L, lua_touserdata(L, lua_upvalueindex(1))); }

void herald_push_function(lua_State *L, void *box) {
    lua_pushlightuserdata(L, box);
    lua_pushcclosure(L, trampoline, 1);
}

void herald_push_owned_function(lua_State *L, void *box) {
    lua_pushlightuserdata(L, box);
    void **anchor = lua_newuserdatauv(L, sizeof *anchor, 0);
    *anchor = box;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &herald_release_key);
    lua_setmetatable(L, -2);
    lua_pushcclosure(L, trampoline, 2);
}

bool herald_can_wait(lua_State *L) { return lua_isyieldable(L) != 0; }

// Swift to Lua. The flag says whether the allocator may fail, so each entry sets and restores it.

// Results of the body of a root: whether it returned, then what it returned, or the error and its traceback.

static int note_trace(lua_State *L) {
    herald_push_traceback(L, L, NULL, 1);
    lua_replace(L, lua_upvalueindex(1));
    lua_settop(L, 1);
    return 1;
}

static int finish_root(lua_State *L, int status, lua_KContext context) {
    (void)context;
    if (status == LUA_OK || status == LUA_YIELD) {
        lua_pushboolean(L, 1);
        lua_replace(L, 1);
        return lua_gettop(L);
    }
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    if (!lua_getupvalue(L, 1, 1)) lua_pushnil(L);
    return 3;
}

static int root_body(lua_State *L) {
    lua_pushnil(L);
    lua_pushcclosure(L, note_trace, 1);
    lua_insert(L, 1);
    return finish_root(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 1, 0, finish_root), 0);
}

lua_State *herald_new_root(lua_State *L, int arguments) {
    if (!lua_checkstack(L, 2)) return NULL;
    lua_State *root = lua_newthread(L);
    lua_insert(L, -arguments - 2);
    if (!lua_checkstack(root, arguments + 4)) return NULL;
    lua_pushcfunction(root, root_body);
    lua_xmove(L, root, arguments + 1);
    return root;
}

/// Takes the body's verdict out of the results.
static enum herald_resumed verdict(lua_State *root, int *results) {
    int first = lua_gettop(root) - *results + 1;
    bool returned = lua_toboolean(root, first);
    lua_remove(root, first);
    *results -= 1;
    return returned ? HERALD_DONE : HERALD_FAILED;
}

enum herald_resumed herald_resume(herald_machine *machine, lua_State *root, int arguments, int *results) {
    struct run outer;
    // The function of a fresh coroutine is an argument of its body.
    if (lua_status(root) == LUA_OK) arguments++;
    machine->reason = YIELD_SCRIPT;
    herald_begin_run(machine, root, &outer);
    int status = lua_resume(root, NULL, arguments, results);
    herald_end_run(machine, &outer);
    if (status == LUA_OK) return verdict(root, results);
    if (status != LUA_YIELD) {
        *results = 1;
        return HERALD_FAILED;
    }
    switch (machine->reason) {
    case YIELD_WAIT: return HERALD_WAITS;
    case YIELD_PREEMPT: return HERALD_PREEMPTED;
    default: return HERALD_STOPPED;
    }
}

lua_State *herald_waiting_thread(herald_machine *machine) { return machine->waiting; }

void herald_deliver(herald_machine *machine, lua_State *thread, int count, bool is_error) {
    machine->deliver_to = thread;
    machine->deliver_count = count;
    machine->deliver_error = is_error;
}

void herald_suspended(herald_machine *machine, int change) { machine->suspended += change; }

int herald_call_now(lua_State *L, int arguments, int results) {
    herald_machine *machine = MACHINE(L);
    struct run outer;
    lua_State *root = machine->root ? machine->root : L;
    herald_begin_run(machine, root, &outer);
    machine->running = L;
    int status = lua_pcall(L, arguments, results, 0);
    herald_end_run(machine, &outer);
    return status;
}

struct chunk {
    const char *text;
    size_t length;
    const char *name;
};

static int load_source(lua_State *L) {
    const struct chunk *chunk = lua_touserdata(L, 1);
    if (herald_compile(L, chunk->text, chunk->length, chunk->name) != LUA_OK) return lua_error(L);
    return 1;
}

int herald_load(lua_State *L, const char *text, size_t length, const char *name) {
    struct chunk chunk = {text ? text : "", length, name};
    lua_pushcfunction(L, load_source);
    lua_pushlightuserdata(L, &chunk);
    return herald_call_now(L, 1, 1);
}

void herald_close_thread(herald_machine *machine, lua_State *thread) {
    struct run outer;
    herald_begin_run(machine, thread, &outer);
    lua_resetthread(thread);
    herald_end_run(machine, &outer);
}

static int make_traceback(lua_State *L) {
    herald_push_traceback(L, lua_touserdata(L, 1), NULL, (int)lua_tointeger(L, 2));
    return 1;
}

void herald_traceback(lua_State *L, lua_State *thread, int level) {
    herald_machine *machine = MACHINE(L);
    enum overflow overflow = machine->overflow;
    lua_pushcfunction(L, make_traceback);
    lua_pushlightuserdata(L, thread);
    lua_pushinteger(L, level);
    // A short text, which may go over the limit: with no memory left each attempt to find some walks all there is.
    int status = lua_pcall(L, 2, 1, 0);
    machine->overflow = overflow;
    if (status == LUA_OK) return;
    lua_pop(L, 1);
    lua_pushliteral(L, "");
}

static int make_text(lua_State *L) {
    herald_tolstring(L, 1, NULL);
    return 1;
}

#define SHOWN_TEXT 1000 // bytes of what a failing __tostring raised

void herald_guarded_text(lua_State *L, int index, int instructions) {
    herald_machine *machine = MACHINE(L);
    lua_Hook hook = lua_gethook(L);
    int mask = lua_gethookmask(L), count = lua_gethookcount(L);
    index = lua_absindex(L, index);
    lua_pushcfunction(L, make_text);
    lua_pushvalue(L, index);
    machine->guard = instructions;
    lua_sethook(L, herald_hook, LUA_MASKCOUNT, 1000);
    int status = herald_call_now(L, 1, 1);
    machine->guard = 0;
    lua_sethook(L, hook, mask, count);
    if (status == LUA_OK && lua_type(L, -1) == LUA_TSTRING) return;
    // What it raised is shown when it is a text; anything else could raise again.
    if (lua_type(L, -1) == LUA_TSTRING) {
        size_t length;
        const char *text = lua_tolstring(L, -1, &length);
        lua_pushlstring(L, text, length < SHOWN_TEXT ? length : SHOWN_TEXT);
        lua_pushfstring(L, "(error object whose __tostring failed: %s)", lua_tostring(L, -1));
        lua_remove(L, -2);
    } else {
        lua_pushfstring(L, "(error object whose __tostring failed with a %s value)", luaL_typename(L, -1));
    }
    lua_remove(L, -2);
}

void herald_where(lua_State *L, int level) { luaL_where(L, level); }

void *herald_running_function(lua_State *L) {
    lua_Debug record;
    if (!lua_getstack(L, 0, &record) || !lua_checkstack(L, 2)) return NULL;
    lua_getinfo(L, "f", &record);
    void *box = NULL;
    if (lua_tocfunction(L, -1) == trampoline && lua_getupvalue(L, -1, 1)) {
        box = lua_touserdata(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return box;
}

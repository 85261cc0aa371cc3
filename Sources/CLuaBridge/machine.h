// The inside of a machine, shared by the files of this target.
#ifndef HERALD_MACHINE_H
#define HERALD_MACHINE_H

#include "CLuaBridge.h"

#include <stdatomic.h>

enum yield_reason {
    YIELD_SCRIPT = 0, // coroutine.yield
    YIELD_WAIT,
    YIELD_PREEMPT,
    YIELD_STOP
};

/// What happened to memory while Swift was on the stack.
enum overflow {
    OVERFLOW_NONE = 0,
    OVERFLOW_PASSED, // more was allocated than allowed; fine if a collection brings it back
    OVERFLOW_REFUSED // a value was not made at all
};

struct herald_machine {
    size_t used;
    size_t limit;
    size_t peak;
    bool in_swift;
    enum overflow overflow;

    lua_State *L;
    lua_State *root;    // the coroutine that the host resumed
    lua_State *running; // the innermost one that runs
    lua_State *waiting; // the innermost one that yielded for the host
    enum yield_reason reason;

    lua_State *deliver_to;
    int deliver_count;
    bool deliver_error;

    int suspended;
    int close_depth;
    int handler_depth;

    atomic_int interrupt;
    atomic_bool ending; // an interrupt that stays
    uint64_t last_look; // when the hook last ran
    int fine_looks;     // looks left at every instruction
    uint64_t deadline;
    uint64_t slice;
    uint64_t slice_end;
    int hook_step;
    size_t work; // done by C functions since they last looked
    int guard; // instructions left for a guarded call; 0 for none

    char memory_place[LUA_IDSIZE + 16]; // where the allocator last refused

    uint64_t key;
    herald_call call;
    herald_release release;
    herald_time time;
    void *owner;
};

#define MACHINE(L) (*(herald_machine **)lua_getextraspace(L))

// Registry keys are the addresses of these.
extern const char herald_array_key, herald_error_key, herald_trace_key, herald_release_key;

/// Calls into Swift and raises or yields afterwards as the status says.
int herald_invoke(lua_State *L, void *box);
/// Raises "not enough memory" when Swift went over the limit.
void herald_check_overflow(lua_State *L, herald_machine *machine);
/// `tostring` without addresses; raises like `luaL_tolstring`.
const char *herald_tolstring(lua_State *L, int index, size_t *length);
/// Ends the running coroutine; does not return unless it can yield.
int herald_stop(lua_State *L, herald_machine *machine);
/// Ends the running coroutine when its time is over or its end was asked for; for C functions that take long.
void herald_look(lua_State *L);
#define WORK_PER_LOOK 8192 // steps of C, some 20 microseconds

/// Accounts for steps that a C function made, and looks now and then; may not return.
static inline void herald_work(lua_State *L, size_t steps) {
    herald_machine *machine = MACHINE(L);
    machine->work += steps;
    if (machine->work < WORK_PER_LOOK) return;
    machine->work = 0;
    herald_look(L);
}

void herald_hook(lua_State *L, lua_Debug *record);
/// Replaces functions of the `table` library on top by bounded ones.
void herald_bound_tables(lua_State *L);
void herald_open_sandbox(lua_State *L, uint64_t seed);
/// `xpcall` and `debug`.
void herald_open_protection(lua_State *L);
void herald_open_coroutines(lua_State *L);
void herald_open_objects(lua_State *L);

#endif

// Ending and slicing what runs: one hook, in which nothing but a yield or an error happens.
#include "machine.h"

#include <limits.h>
#include <string.h>
#include <time.h>

#define SLOW_STEP 8000000 // nanoseconds; two ticks of the kernel
#define FINE_LOOKS 100

void herald_interrupt(herald_machine *machine, int reason) { atomic_store(&machine->interrupt, reason); }
int herald_interrupted(herald_machine *machine) {
    int reason = atomic_load(&machine->interrupt);
    return reason || !atomic_load(&machine->ending) ? reason : HERALD_INTERRUPT_STOP;
}
void herald_end(herald_machine *machine) { atomic_store(&machine->ending, true); }
void herald_clear_interrupt(herald_machine *machine) { atomic_store(&machine->interrupt, HERALD_INTERRUPT_NONE); }

void herald_set_deadline(herald_machine *machine, uint64_t deadline, uint64_t slice) {
    atomic_store_explicit(&machine->deadline, deadline, memory_order_relaxed);
    machine->slice = slice;
}

void herald_count_instructions(herald_machine *machine, int step) {
    machine->hook_step = step;
    lua_sethook(machine->L, step ? herald_hook : NULL, step ? LUA_MASKCOUNT : 0, step);
}

void herald_meter(herald_machine *machine, int64_t instructions) {
    machine->is_metered = instructions >= 0;
    machine->instructions = instructions;
}

int64_t herald_instructions_left(const herald_machine *machine) { return machine->instructions; }

void herald_arm(lua_State *L) {
    if (lua_gethookmask(L) && lua_gethookcount(L) == 1) return;
    lua_sethook(L, herald_hook, LUA_MASKCOUNT, 1);
}

int herald_stop(lua_State *L, herald_machine *machine) {
    // By the time it is out of a callback nothing may be left of where it was.
    if (!machine->has_stopped) herald_write_place(L, machine->yield_place, sizeof machine->yield_place);
    machine->has_stopped = true;
    if (lua_isyieldable(L)) {
        // Neither pcall nor xpcall sees a yield that is never resumed.
        machine->reason = YIELD_STOP;
        return lua_yield(L, 0);
    }
    // A callback of a C function: raise at every instruction until the script is out of it.
    if (!machine->memory_place[0]) memcpy(machine->memory_place, machine->yield_place, sizeof machine->memory_place);
    herald_arm(L);
    lua_pushliteral(L, "the script was stopped");
    return lua_error(L);
}

/// The time as of the last tick of the kernel, a few milliseconds late: it costs a fraction of the exact one.
uint64_t herald_look_time(void) {
#ifdef CLOCK_MONOTONIC_COARSE
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
#else
    return herald_now();
#endif
}

static bool is_over(herald_machine *machine, uint64_t now) {
    if (atomic_load_explicit(&machine->interrupt, memory_order_relaxed)
        || atomic_load_explicit(&machine->ending, memory_order_relaxed)) {
        return true;
    }
    if (machine->is_metered && machine->instructions < 0) {
        herald_interrupt(machine, HERALD_INTERRUPT_INSTRUCTIONS);
        return true;
    }
    uint64_t deadline = atomic_load_explicit(&machine->deadline, memory_order_relaxed);
    if (!deadline || now < deadline) return false;
    herald_interrupt(machine, HERALD_INTERRUPT_TIME);
    return true;
}

/// Takes from what a guarded call has left.
static void spend_guard(lua_State *L, herald_machine *machine, int steps) {
    machine->guard -= steps;
    if (machine->guard > 0) return;
    machine->guard = 1;
    herald_arm(L);
    luaL_error(L, "the text of this value takes too long to make");
}

void herald_look(lua_State *L) { herald_pay(L, WORK_PER_LOOK); }

void herald_pay(lua_State *L, size_t steps) {
    herald_machine *machine = MACHINE(L);
    if (steps > INT_MAX) steps = INT_MAX;
    if (machine->guard > 0) {
        spend_guard(L, machine, (int)steps);
        return;
    }
    if (machine->is_metered) machine->instructions -= (int64_t)steps;
    if (is_over(machine, herald_look_time())) herald_stop(L, machine);
}

/// Setting a hook walks the call stack, which takes milliseconds when it is deep: that is no slow step of the script.
static void set_step(lua_State *L, herald_machine *machine, int step) {
    if (lua_gethookcount(L) == step) return;
    lua_sethook(L, herald_hook, LUA_MASKCOUNT, step);
    machine->last_look = herald_look_time();
}

/// Looks at every instruction for a while once a step took long: each may be a call of a C function that does.
static void choose_step(lua_State *L, herald_machine *machine, uint64_t now) {
    // The coarse time may lie before the exact one that was taken at the start.
    bool is_slow = now > machine->last_look + SLOW_STEP;
    machine->last_look = now;
    if (is_slow) {
        machine->fine_looks = FINE_LOOKS;
        set_step(L, machine, 1);
    } else if (machine->fine_looks > 0) {
        machine->fine_looks--;
    } else {
        set_step(L, machine, machine->hook_step);
    }
}

void herald_hook(lua_State *L, lua_Debug *record) {
    (void)record;
    herald_machine *machine = MACHINE(L);
    int step = lua_gethookcount(L);
    if (machine->guard > 0) {
        spend_guard(L, machine, step);
        return;
    }
    if (machine->is_metered) machine->instructions -= step;
    uint64_t now = herald_look_time();
    if (is_over(machine, now)) {
        herald_stop(L, machine);
        return;
    }
    bool is_slice_over;
    if (machine->hook_step) {
        choose_step(L, machine, now);
        is_slice_over = machine->slice && now >= machine->slice_end;
    } else {
        lua_sethook(L, NULL, 0, 0);
        is_slice_over = machine->slice && atomic_load_explicit(&machine->slice_over, memory_order_relaxed);
    }
    if (is_slice_over && lua_isyieldable(L)) {
        herald_write_place(L, machine->yield_place, sizeof machine->yield_place);
        machine->reason = YIELD_PREEMPT;
        lua_yield(L, 0);
    }
}

// Ending and slicing what runs: one hook, in which nothing but a yield or an error happens.
#include "machine.h"

void herald_interrupt(herald_machine *machine, int reason) { atomic_store(&machine->interrupt, reason); }
int herald_interrupted(herald_machine *machine) { return atomic_load(&machine->interrupt); }
void herald_clear_interrupt(herald_machine *machine) { atomic_store(&machine->interrupt, HERALD_INTERRUPT_NONE); }

void herald_set_deadline(herald_machine *machine, uint64_t deadline, uint64_t slice) {
    machine->deadline = deadline;
    machine->slice = slice;
}

void herald_count_instructions(herald_machine *machine, int step) {
    machine->hook_step = step;
    lua_sethook(machine->L, herald_hook, step ? LUA_MASKCOUNT : 0, step);
}

int herald_stop(lua_State *L, herald_machine *machine) {
    if (lua_isyieldable(L)) {
        // Neither pcall nor xpcall sees a yield that is never resumed.
        machine->reason = YIELD_STOP;
        return lua_yield(L, 0);
    }
    // A callback of a C function: raise at every instruction until the script is out of it.
    lua_sethook(L, herald_hook, LUA_MASKCOUNT, 1);
    lua_pushliteral(L, "the script was stopped");
    return lua_error(L);
}

void herald_hook(lua_State *L, lua_Debug *record) {
    (void)record;
    herald_machine *machine = MACHINE(L);
    if (machine->guard > 0) {
        machine->guard -= 1000;
        if (machine->guard <= 0) {
            machine->guard = 1;
            lua_sethook(L, herald_hook, LUA_MASKCOUNT, 1);
            luaL_error(L, "the text of this value takes too long to make");
        }
        return;
    }
    if (atomic_load_explicit(&machine->interrupt, memory_order_relaxed)) {
        herald_stop(L, machine);
        return;
    }
    if (!machine->deadline && !machine->slice) return;
    uint64_t now = herald_now();
    if (machine->deadline && now >= machine->deadline) {
        herald_interrupt(machine, HERALD_INTERRUPT_TIME);
        herald_stop(L, machine);
    } else if (machine->slice && now >= machine->slice_end && lua_isyieldable(L)) {
        machine->reason = YIELD_PREEMPT;
        lua_yield(L, 0);
    }
}

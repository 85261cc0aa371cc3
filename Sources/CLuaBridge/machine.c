// Life of a machine and its capped allocator.
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

const char herald_array_key, herald_error_key, herald_trace_key, herald_release_key,
    herald_memory_key;

void herald_write_place(lua_State *L, char *text, size_t size) {
    lua_Debug record;
    text[0] = 0;
    for (int level = 0; L && level < 16 && lua_getstack(L, level, &record); level++) {
        lua_getinfo(L, "Sl", &record);
        if (record.currentline <= 0) continue;
        snprintf(text, size, "%s:%d:", record.short_src, record.currentline);
        return;
    }
}

#define REFUSALS 200 // of one run; with hundreds of MiB each takes a tenth of a second

/// Notes which script line asks for what it cannot get.
static void *refuse(herald_machine *machine, enum herald_refusal refusal) {
    machine->refusal = refusal;
    if (refusal == HERALD_REFUSAL_LIMIT && ++machine->refusals > REFUSALS && !herald_interrupted(machine)) {
        herald_interrupt(machine, HERALD_INTERRUPT_MEMORY);
    }
    herald_write_place(machine->running, machine->memory_place, sizeof machine->memory_place);
    return NULL;
}

/// What a block takes of the process: sixteen bytes at a time, with a word of the allocator's own.
static size_t cost(size_t size) { return size <= 24 ? 32 : (size + 23) & ~(size_t)15; }

/// Fails over the limit, except while Swift is on the stack: a failure there would unwind a Swift frame.
static void *allocate(void *context, void *block, size_t old_size, size_t new_size) {
    herald_machine *machine = context;
    size_t old = block ? cost(old_size) : 0;
    if (new_size == 0) {
        free(block);
        machine->used -= old;
        return NULL;
    }
    if (!block || new_size > old_size) {
        bool is_over = machine->used - old + cost(new_size) > machine->limit;
        if (machine->in_swift) {
            if (is_over && machine->overflow == OVERFLOW_NONE) machine->overflow = OVERFLOW_PASSED;
        } else if (is_over) {
            return refuse(machine, HERALD_REFUSAL_LIMIT);
        } else if (!block && old_size == LUA_TSTRING && new_size > HERALD_STRING_LIMIT + 64) {
            // For a new object Lua gives the kind in the place of the old size.
            return refuse(machine, HERALD_REFUSAL_STRING);
        } else if (atomic_load_explicit(&machine->refuses_memory, memory_order_relaxed)) {
            // The compiler and others that no hook sees ask for memory: an end that works there.
            return NULL;
        }
    }
    void *fresh = realloc(block, new_size);
    // Shrinking must not fail by Lua's contract; keeping the larger block honours it.
    if (!fresh) return block && new_size <= old_size ? block : NULL;
    machine->used = machine->used - old + cost(new_size);
    if (machine->used > machine->peak) machine->peak = machine->used;
    return fresh;
}

static int open_all(lua_State *L) {
    uint64_t seed = *(const uint64_t *)lua_touserdata(L, 1);
    lua_settop(L, 0);
    herald_open_objects(L);
    herald_open_sandbox(L, seed);
    herald_open_coroutines(L);
    return 0;
}

herald_machine *herald_machine_new(size_t memory_limit, uint64_t key, uint64_t seed, herald_call call,
    herald_release release, herald_time time) {
    herald_machine *machine = calloc(1, sizeof *machine);
    if (!machine) return NULL;
    machine->limit = SIZE_MAX;
    machine->key = key | 1;
    machine->depth_limit = 100;
    machine->call = call;
    machine->release = release;
    machine->time = time;
    machine->L = lua_newstate(allocate, machine);
    if (!machine->L) {
        free(machine);
        return NULL;
    }
    MACHINE(machine->L) = machine;
    lua_pushcfunction(machine->L, open_all);
    lua_pushlightuserdata(machine->L, &seed);
    if (lua_pcall(machine->L, 1, 0, 0) != LUA_OK) {
        lua_close(machine->L);
        free(machine);
        return NULL;
    }
    machine->limit = memory_limit;
    machine->in_swift = true;
    return machine;
}

void herald_set_depth_limit(herald_machine *machine, int limit) { machine->depth_limit = limit; }

void herald_machine_free(herald_machine *machine) {
    herald_unwatch(machine);
    lua_sethook(machine->L, NULL, 0, 0);
    lua_close(machine->L);
    free(machine);
}

lua_State *herald_main_thread(herald_machine *machine) { return machine->L; }
void *herald_owner(lua_State *L) { return MACHINE(L)->owner; }
void herald_set_owner(herald_machine *machine, void *owner) { machine->owner = owner; }
size_t herald_memory_used(const herald_machine *machine) { return machine->used; }
size_t herald_memory_peak(const herald_machine *machine) { return machine->peak; }

void herald_collect(lua_State *L) {
    herald_machine *machine = MACHINE(L);
    if (machine->used < machine->used_when_collected + machine->limit / 64) return;
    lua_gc(L, LUA_GCCOLLECT);
    // What is over the limit now is about to be dropped.
    machine->used_when_collected = machine->used <= machine->limit ? machine->used : 0;
}

bool herald_has_room(lua_State *L, size_t bytes) {
    herald_machine *machine = MACHINE(L);
    if (bytes <= machine->limit && machine->used <= machine->limit - bytes) return true;
    herald_collect(L);
    return bytes <= machine->limit && machine->used <= machine->limit - bytes;
}

bool herald_reserve(lua_State *L, size_t bytes) {
    if (herald_has_room(L, bytes)) return true;
    MACHINE(L)->overflow = OVERFLOW_REFUSED;
    return false;
}

void herald_check_overflow(lua_State *L, herald_machine *machine) {
    enum overflow overflow = machine->overflow;
    if (overflow == OVERFLOW_NONE) return;
    machine->overflow = OVERFLOW_NONE;
    if (machine->used > machine->limit) herald_collect(L);
    if (overflow == OVERFLOW_PASSED && machine->used <= machine->limit) return;
    refuse(machine, HERALD_REFUSAL_LIMIT);
    // The collector may still see the slots, which are part of the caller's frame, and would keep what is in them.
    int top = lua_gettop(L);
    lua_settop(L, 0);
    for (int slot = 0; slot < top; slot++) lua_pushnil(L);
    lua_settop(L, 0);
    // Each collection halves Lua's index of strings, which may be what is over the limit.
    for (size_t before = SIZE_MAX; machine->used > machine->limit && machine->used < before;) {
        before = machine->used;
        lua_gc(L, LUA_GCCOLLECT);
    }
    herald_push_memory_error(L);
    lua_error(L);
}

const char *herald_yield_place(const herald_machine *machine) { return machine->yield_place; }
const char *herald_memory_place(const herald_machine *machine) { return machine->memory_place; }

uint64_t herald_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
bool herald_hold(lua_State *L, size_t bytes) {
    herald_machine *machine = MACHINE(L);
    if (!herald_reserve(L, bytes)) return false;
    machine->used += bytes;
    machine->held += bytes;
    return true;
}

void herald_forgive(herald_machine *machine) { machine->refusals = 0; }

void herald_charge(herald_machine *machine, ptrdiff_t bytes) {
    machine->used += (size_t)bytes;
    if (machine->used > machine->peak) machine->peak = machine->used;
}

enum herald_refusal herald_memory_refusal(const herald_machine *machine) { return machine->refusal; }

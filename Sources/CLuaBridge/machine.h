// The inside of a machine, shared by the files of this target.
#ifndef HERALD_MACHINE_H
#define HERALD_MACHINE_H

#include "CLuaBridge.h"

#include <pthread.h>
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
    size_t held; // of `used`: by the host function that runs, until it returns
    size_t used_when_collected; // after a collection for want of room
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
    int depth; // of coroutines that resume each other
    int depth_limit;
    int handler_depth;

    atomic_int interrupt;
    atomic_bool ending; // an interrupt that stays
    uint64_t last_look; // when the hook last ran
    int fine_looks;     // looks left at every instruction
    _Atomic uint64_t deadline;
    _Atomic uint64_t time_limit; // nanoseconds for a run without a deadline, counted from when it is first looked at
    uint64_t slice;
    uint64_t slice_end;
    int hook_step;        // of the standing hook; 0 for none
    size_t work;          // done by C functions since they last looked
    int guard;            // instructions left for a guarded call; 0 for none
    bool is_metered;      // `instructions` counts down
    int64_t instructions; // left

    int runs;            // nested entries of the host; 0 while nothing runs
    bool is_watched;     // in the list of the watch
    bool has_signals;    // the hook is armed by a signal; none stands
    pthread_t thread;    // that runs it
    const void *home;    // an address that tells that thread
    atomic_bool is_present; // a thread runs it
    atomic_bool is_held;    // the watch sends that thread a signal: it may not leave until that is done
    atomic_uint turns;   // runs begun
    unsigned seen_turns; // the watch's
    uint64_t seen_at;    // when it first saw that turn
    atomic_bool slice_over;
    atomic_bool is_signalled;   // a signal is on its way
    atomic_bool refuses_memory; // the deadline passed some time ago and nothing else stopped it
    atomic_bool wants_place;    // the next signal is to note where the script is
    bool has_fallen;            // the backstop was called
    uint64_t grace;             // nanoseconds from the deadline to the backstop
    herald_fallen fallen;
    void *fallen_context;
    herald_machine *watch_next, *watch_previous;

    uint64_t seed;     // of `math.random`
    unsigned reseeds;  // without a seed of the script's own
    unsigned refusals; // by the limit, in this run
    enum herald_refusal refusal;        // why the allocator last refused
    char memory_place[LUA_IDSIZE + 16]; // where the allocator last refused
    char yield_place[LUA_IDSIZE + 16];  // where the hook ended or sliced what ran; a suspended stack shows the instruction before
    bool has_stopped;                   // the hook ended this run

    uint64_t key;
    herald_call call;
    herald_release release;
    herald_object_json object_json;
    herald_time time;
    void *owner;
    const void *call_owner; // of functions that may be called at once
    uint64_t call_limit;    // nanoseconds for such a call from outside; 0 for none
};

#define MACHINE(L) (*(herald_machine **)lua_getextraspace(L))

// Registry keys are the addresses of these.
extern const char herald_array_key, herald_error_key, herald_trace_key, herald_release_key, herald_memory_key;

/// Calls into Swift and raises or yields afterwards as the status says.
int herald_invoke(lua_State *L, void *box);
/// Looks for garbage to make room, unless little was allocated since that was last done; runs no script code.
void herald_collect(lua_State *L);
/// Raises "not enough memory" when Swift went over the limit.
void herald_check_overflow(lua_State *L, herald_machine *machine);
/// `tostring` without addresses; raises like `luaL_tolstring`.
const char *herald_tolstring(lua_State *L, int index, size_t *length);
/// Ends the running coroutine; does not return unless it can yield.
int herald_stop(lua_State *L, herald_machine *machine);
/// Ends the running coroutine when its time is over or its end was asked for; for C functions that take long.
void herald_look(lua_State *L);
/// The same after as many steps of C, which count as instructions.
void herald_pay(lua_State *L, size_t steps);
#define WORK_PER_LOOK 8192 // steps of C, some 20 microseconds

/// Accounts for steps that a C function made, and looks now and then; may not return.
static inline void herald_work(lua_State *L, size_t steps) {
    herald_machine *machine = MACHINE(L);
    machine->work += steps;
    if (machine->work < WORK_PER_LOOK) return;
    steps = machine->work;
    machine->work = 0;
    herald_pay(L, steps);
}

void herald_hook(lua_State *L, lua_Debug *record);
/// The time as of the last tick of the kernel.
uint64_t herald_look_time(void);
/// Looks at every instruction from now on.
void herald_arm(lua_State *L);
/// Writes "file:line:" of the innermost script line of `L`, or nothing. Allocates nothing.
void herald_write_place(lua_State *L, char *text, size_t size);

/// What the entry of the host that is under way replaced.
struct run {
    lua_State *root;
    lua_State *running;
    herald_machine *runner;
    bool in_swift;
};

/// Around everything that runs script code for the host: limits hold in between. `root` may not be yielded by the script.
void herald_begin_run(herald_machine *machine, lua_State *root, struct run *outer);
void herald_end_run(herald_machine *machine, const struct run *outer);
/// Takes the machine out of the watch's list.
void herald_unwatch(herald_machine *machine);
/// These replace functions of the library on top by bounded ones.
void herald_bound_tables(lua_State *L);
void herald_bound_strings(lua_State *L);
void herald_bound_patterns(lua_State *L);
void herald_bound_packing(lua_State *L);
void herald_bound_utf8(lua_State *L);
/// Gives the function in this field of the table on top as the first upvalue to one that takes its place.
void herald_wrap_field(lua_State *L, const char *name, lua_CFunction function);
/// These look before each call, for as long as the first argument is.
void herald_bound_linear(lua_State *L, const char *const *names);
/// The place that a position means, counted from 0; the length and one more when it is behind the end.
size_t herald_first_place(lua_Integer position, size_t length);
/// `load` of scripts.
int herald_load_text(lua_State *L);
/// Pushes "kind: number", which tells values of the machine apart and is no address.
void herald_push_identity(lua_State *L, const char *kind, int index);
void herald_open_sandbox(lua_State *L, uint64_t seed);
/// Pushes the error of a used-up budget; each argument a literal.
void herald_push_limit_error(lua_State *L, const char *code, const char *message, const char *hint);
/// Pushes the error of used-up memory, which was made when there was some.
void herald_push_memory_error(lua_State *L);
int herald_pcall(lua_State *L);
int herald_xpcall(lua_State *L);
/// Pushes a traceback of `thread` from `level` on, below `message` when there is one.
void herald_push_traceback(lua_State *L, lua_State *thread, const char *message, int level);
/// `pcall`, `xpcall` and `debug`.
void herald_open_protection(lua_State *L);
void herald_open_coroutines(lua_State *L);
void herald_open_objects(lua_State *L);

#endif

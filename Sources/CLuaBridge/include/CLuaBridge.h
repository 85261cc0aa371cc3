// What Swift needs to host Lua: every entry that can raise runs protected, every raise happens after Swift returned.
//
// Rules that hold for all of it:
// - One thread at a time touches a machine; `herald_interrupt` alone may come from any thread.
// - While a Swift frame is on the stack ("in Swift") the allocator never fails, so no Lua call made from Swift raises
//   for want of memory; going over the limit is remembered and raised once Swift has returned.
// - A host function returns a count of results, or one of the HERALD_CALL_ statuses.
#ifndef HERALD_CLUABRIDGE_H
#define HERALD_CLUABRIDGE_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct herald_machine herald_machine;

/// A host function: arguments are the stack of `L`; returns a count of results or a HERALD_CALL_ status.
///
/// `box` NULL: what was to be waited for cannot be here; forget it and push the error value.
typedef int (*herald_call)(lua_State *_Nonnull L, void *_Nullable box);
/// The injected clock in milliseconds: since 1970 when `wall`, else since an arbitrary start.
typedef int64_t (*herald_time)(void *_Nonnull owner, bool wall);
/// Called from a thread of its own when a script could not be stopped; `place` is "file:line:" or "".
typedef void (*herald_fallen)(void *_Nullable context, const char *_Nonnull place);
/// Gives up the reference that a userdata held.
typedef void (*herald_release)(void *_Nonnull object);
/// The JSON text of a Swift object, from malloc and without a zero at its end; NULL for one that has none.
typedef char *_Nullable (*herald_object_json)(void *_Nonnull object, size_t *_Nonnull length);

enum {
    HERALD_CALL_ERROR = -1,  // the error value is on top
    HERALD_CALL_WAIT = -2,   // the host does the rest; the coroutine is to yield
    HERALD_CALL_STOP = -3    // the script is to end here; not catchable
};

enum herald_resumed {
    HERALD_DONE = 0,      // returned; results on top
    HERALD_FAILED = 1,    // raised; the error value and, when there are two results, a traceback on top
    HERALD_WAITS = 2,     // a host function waits, see herald_waiting_thread
    HERALD_PREEMPTED = 3, // its time slice is used up
    HERALD_STOPPED = 4    // interrupted; to be dropped, never resumed
};

enum {
    HERALD_INTERRUPT_NONE = 0,
    HERALD_INTERRUPT_STOP = 1, // end the running coroutine
    HERALD_INTERRUPT_TIME = 2, // the same, because the deadline passed
    HERALD_INTERRUPT_EXIT = 3, // the same, because the script asked
    HERALD_INTERRUPT_INSTRUCTIONS = 4, // the same, because its instructions are used up
    HERALD_INTERRUPT_MEMORY = 5        // the same, because it goes on asking for memory that is used up
};

/// Why the allocator refused.
enum herald_refusal {
    HERALD_REFUSAL_LIMIT = 0,  // the limit of the machine
    HERALD_REFUSAL_STRING = 1, // one string longer than HERALD_STRING_LIMIT
};

// Comparing strings is one step of the interpreter, which nothing interrupts: 16 MiB take it up to a third of a second.
#define HERALD_STRING_LIMIT (16 << 20)

// Life.

/// A machine with the sandboxed libraries; NULL when there is no memory at all. `key` salts what `tostring` shows.
herald_machine *_Nullable herald_machine_new(size_t memory_limit, uint64_t key, uint64_t seed, herald_call _Nonnull call,
    herald_release _Nonnull release, herald_time _Nonnull time);
/// Gives Swift objects a form in JSON; it must call nothing of Lua.
void herald_set_object_json(herald_machine *_Nonnull machine, herald_object_json _Nonnull object_json);
/// The Swift object that the userdata at `index` is over; NULL for any other value.
void *_Nullable herald_any_object(lua_State *_Nonnull L, int index);
/// A copy from malloc; NULL without memory.
char *_Nullable herald_copy(const void *_Nonnull bytes, size_t length);
/// What `herald_owner` gives; set before the first script runs.
void herald_set_owner(herald_machine *_Nonnull machine, void *_Nonnull owner);
/// How deep coroutines may resume each other; Lua itself ends at some 190.
void herald_set_depth_limit(herald_machine *_Nonnull machine, int limit);
/// Frees everything; no script code runs.
void herald_machine_free(herald_machine *_Nonnull machine);
lua_State *_Nonnull herald_main_thread(herald_machine *_Nonnull machine);
void *_Nonnull herald_owner(lua_State *_Nonnull L);
size_t herald_memory_used(const herald_machine *_Nonnull machine);
size_t herald_memory_peak(const herald_machine *_Nonnull machine);
/// "file:line:" of where the hook stopped the run, or last took its turn away, or "".
const char *_Nonnull herald_yield_place(const herald_machine *_Nonnull machine);
/// "file:line:" of the script line that was last refused memory, or "".
const char *_Nonnull herald_memory_place(const herald_machine *_Nonnull machine);
/// Counts memory that a host function holds until it returns; false when there is no room.
bool herald_hold(lua_State *_Nonnull L, size_t bytes);
/// Counts memory that the host holds for the script, or gives it back.
void herald_charge(herald_machine *_Nonnull machine, ptrdiff_t bytes);
/// Forgets how often memory was refused: for each refusal Lua walks all it holds, so a script may not go on with them for ever.
void herald_forgive(herald_machine *_Nonnull machine);
enum herald_refusal herald_memory_refusal(const herald_machine *_Nonnull machine);
/// Whether `bytes` more fit; when not, the overflow is remembered and raised once Swift returned.
bool herald_reserve(lua_State *_Nonnull L, size_t bytes);
/// The same, but nothing is remembered: the caller tells the script.
bool herald_has_room(lua_State *_Nonnull L, size_t bytes);

// Running.

/// Makes a root coroutine of the function below `arguments` values on `L`, takes those off, and pushes the coroutine.
///
/// `<close>` variables of a function that raises are closed inside the coroutine, where they may wait.
lua_State *_Nullable herald_new_root(lua_State *_Nonnull L, int arguments);
/// Resumes a root coroutine with `arguments` values on its top (for a waiting one: see herald_deliver).
enum herald_resumed herald_resume(herald_machine *_Nonnull machine, lua_State *_Nonnull root, int arguments,
    int *_Nonnull results);
/// The coroutine whose host function waits, after HERALD_WAITS; results are pushed onto it.
lua_State *_Nullable herald_waiting_thread(herald_machine *_Nonnull machine);
/// Says what the waiting coroutine gets: `count` values on its top, or the one error value on its top.
void herald_deliver(herald_machine *_Nonnull machine, lua_State *_Nonnull thread, int count, bool is_error);
/// How many root coroutines are suspended now; keeps scripts from resuming what the host will resume.
void herald_suspended(herald_machine *_Nonnull machine, int change);
/// Calls the function below `arguments` values in protected mode; waiting is refused inside. Results or the error on top.
int herald_call_now(lua_State *_Nonnull L, int arguments, int results);
/// What functions that may be called at once carry, and how long such a call from outside may take; 0 for ever.
void herald_set_calls(herald_machine *_Nonnull machine, const void *_Nonnull owner, uint64_t nanoseconds);
/// Where a call that is being made has its arguments.
struct herald_frame {
    lua_State *_Nonnull thread;
    int below; // values below the function; -1 when there is none
};
/// Pushes the kept function onto the main thread; there is none when it cannot be called: its
/// state is closed or another one.
struct herald_frame herald_start_call(lua_State *_Nonnull L, const void *_Nonnull owner, int slot);
/// Calls the function below `arguments` values on the main thread for one result, protected and within the limit for calls.
int herald_call_limited(lua_State *_Nonnull L, int arguments);
/// Compiles text; the function or the message is on top.
int herald_load(lua_State *_Nonnull L, const char *_Nullable text, size_t length, const char *_Nonnull name);
/// Runs the to-be-closed variables of a dropped coroutine, protected.
void herald_close_thread(herald_machine *_Nonnull machine, lua_State *_Nonnull thread);
/// Pushes a traceback of `thread` onto `L`, protected; pushes "" when it cannot be made.
void herald_traceback(lua_State *_Nonnull L, lua_State *_Nonnull thread, int level);
/// Pushes "file:line:" of where the function of a root that has not begun begins, or "".
void herald_push_start(lua_State *_Nonnull L, lua_State *_Nonnull root);
/// Pushes the text of any value, running `__tostring` under a budget of `instructions`; never fails.
void herald_guarded_text(lua_State *_Nonnull L, int index, int instructions);

// Interrupting.

/// Any thread, also a signal handler: what runs next in this machine ends at its next hook.
void herald_interrupt(herald_machine *_Nonnull machine, int reason);
int herald_interrupted(herald_machine *_Nonnull machine);
/// Any thread: nothing runs in this machine any more, whatever is cleared later; running code ends at its next hook.
void herald_end(herald_machine *_Nonnull machine);
void herald_clear_interrupt(herald_machine *_Nonnull machine);
/// Real monotonic nanoseconds after which running code is stopped, 0 for never, and the length of a slice, 0 for none.
void herald_set_deadline(herald_machine *_Nonnull machine, uint64_t deadline, uint64_t slice);
/// Installs the standing count hook for all coroutines made from now on; 0 for none.
void herald_count_instructions(herald_machine *_Nonnull machine, int step);
/// How many instructions may still run, counted by the standing hook in its steps; below 0 for any number.
void herald_meter(herald_machine *_Nonnull machine, int64_t instructions);
/// What is left of them.
int64_t herald_instructions_left(const herald_machine *_Nonnull machine);
/// Puts the machine under the watch, a thread that looks at running machines every few milliseconds.
///
/// With `signals` it arms the hook of the thread that runs too long by SIGURG, so that none need stand; false when
/// another handler of SIGURG is in the way or there is no thread to be had. With `fallen` it calls that when a script still
/// runs `grace` nanoseconds after its deadline.
bool herald_watch(herald_machine *_Nonnull machine, bool signals, uint64_t grace, herald_fallen _Nullable fallen,
    void *_Nullable context);
uint64_t herald_now(void);

// Host functions and objects.

/// Pushes a host function; `box` must outlive the machine.
void herald_push_function(lua_State *_Nonnull L, void *_Nonnull box);
/// Pushes a host function that gets one string: its arguments as `tostring` shows them, with tabs between.
void herald_push_text_function(lua_State *_Nonnull L, void *_Nonnull box);
/// Pushes a host function that owns one reference to `box`, given up when Lua collects the function.
void herald_push_owned_function(lua_State *_Nonnull L, void *_Nonnull box);
/// Pushes a userdata that owns one reference to `object`; the metatable is on top and is replaced.
void herald_push_object(lua_State *_Nonnull L, const void *_Nonnull type, void *_Nonnull object);
/// The object at `index` when it is of `type`, else NULL.
void *_Nullable herald_object(lua_State *_Nonnull L, int index, const void *_Nonnull type);
/// Replaces the fields table and, on top, the setters table or nil by a metatable that uses them; fields that are not in the
/// table are asked of `dynamic`.
void herald_make_metatable(lua_State *_Nonnull L, const char *_Nonnull name, void *_Nullable dynamic);
/// Pushes the name of the C function that keeps the running host function from waiting, or nil when it has none.
void herald_push_blocker(lua_State *_Nonnull L);
/// Whether the running function can yield.
bool herald_can_wait(lua_State *_Nonnull L);
/// The box of the host function that the suspended coroutine is in; NULL for none.
void *_Nullable herald_running_function(lua_State *_Nonnull L);
/// Pushes "file:line: " of the calling Lua function, or "".
void herald_where(lua_State *_Nonnull L, int level);
/// Sets `_LOADED[name]` to the value on top and pops it, so that tracebacks name its functions.
void herald_set_loaded(lua_State *_Nonnull L, const char *_Nonnull name);

/// Pushes an error table with its metatable; `with_place` adds the script line that called the running function.
void herald_push_error(lua_State *_Nonnull L, const char *_Nullable code, size_t code_length,
    const char *_Nullable message, size_t message_length, bool with_place);
/// Whether the value at `index` is the error of used-up memory that scripts get.
bool herald_is_memory_error(lua_State *_Nonnull L, int index);

// Text.

bool herald_is_utf8_beyond_ascii(const char *_Nonnull text, size_t length);

/// Whether the bytes are UTF-8; quick for the short ASCII texts that most are.
static inline bool herald_is_utf8(const char *_Nonnull text, size_t length) {
    unsigned char high = 0;
    for (size_t place = 0; place < length && place < 32; place++) high |= (unsigned char)text[place];
    return (high < 0x80 && length <= 32) || herald_is_utf8_beyond_ascii(text, length);
}

// JSON.

enum { HERALD_JSON_DEPTH = 256 }; // levels of nesting that are read and written

/// Why a value has no form in JSON.
enum herald_json_fault {
    HERALD_JSON_NO_FAULT = 0,
    HERALD_JSON_MEMORY,       // the text does not fit
    HERALD_JSON_LONG,         // the text is longer than HERALD_STRING_LIMIT
    HERALD_JSON_DEEP,         // the pointer leads part of the way
    HERALD_JSON_CYCLE,
    HERALD_JSON_KIND,         // the value on top
    HERALD_JSON_NOT_FINITE,   // the number on top
    HERALD_JSON_BYTES,        // a string is not UTF-8
    HERALD_JSON_NAME_BYTES,   // the name of a member is not UTF-8
    HERALD_JSON_HOLE,         // `elements`, `highest`, and none at `place`
    HERALD_JSON_LOW,          // an element at `place`
    HERALD_JSON_NAME_IN_LIST, // the name on top
    HERALD_JSON_KEY           // the key on top
};

/// A JSON text, or why there is none. `pointer` is where the fault is: RFC 6901, no zero at its end.
struct herald_json_text {
    char *_Nullable bytes;
    size_t count;
    size_t capacity; // counts as memory of the script until it is freed
    size_t values;   // how many were written
    enum herald_json_fault fault;
    char *_Nullable pointer;
    size_t pointer_length;
    lua_Integer place, elements, highest;
};

/// Writes the value at `index` as JSON text, members sorted by their bytes. Called from Swift only.
///
/// When it returns false one value is left on top, the one at fault for the faults that say so.
bool herald_json_write(lua_State *_Nonnull L, int index, struct herald_json_text *_Nonnull text);
void herald_json_free(lua_State *_Nonnull L, struct herald_json_text *_Nonnull text);
/// Pushes the function from a value to its JSON text. For what it cannot write it calls `box` to raise the error.
void herald_push_json_encoder(lua_State *_Nonnull L, void *_Nonnull box);
/// Pushes the function from JSON text to a value. For what it cannot read it calls `box` with the text.
void herald_push_json_decoder(lua_State *_Nonnull L, void *_Nonnull box);

// Well-known metatables, pushed.
void herald_push_array_metatable(lua_State *_Nonnull L);
void herald_push_error_metatable(lua_State *_Nonnull L);

// A macro of lua.h that Swift does not import.
static inline int herald_registry_index(void) { return LUA_REGISTRYINDEX; }

#endif

// The watch: a thread that looks at running machines every few milliseconds and arms the hook of one that runs too long.
//
// In stages: a signal to the running thread, whose handler arms the hook; an allocator that refuses, for what no hook
// sees; and the backstop, which tells the host that the script cannot be stopped.
#include "machine.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

#ifdef __linux__
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#define TICK 5000000            // nanoseconds between two looks
#define IDLE_TICKS 4            // without anything running, before the watch waits to be woken
#define REFUSING_AFTER 50000000 // nanoseconds from the deadline

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER; // of all below but `is_parked`
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static herald_machine *machines;
static bool has_thread, has_handler;
static atomic_bool is_parked;

// Without this model each access would be a call.
#define THREAD_LOCAL static _Thread_local __attribute__((tls_model("initial-exec")))
THREAD_LOCAL herald_machine *volatile runner; // what this thread runs
THREAD_LOCAL bool is_unblocked;

// Runs begin and end a hundred thousand times as often as the watch looks, so the watch pays for both sides' order: where
// the kernel can put a barrier into all threads, a run needs none.

static bool has_barriers;

static void prepare_barriers(void) {
#ifdef __linux__
    long commands = syscall(__NR_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
    has_barriers = commands > 0 && (commands & MEMBARRIER_CMD_PRIVATE_EXPEDITED)
        && syscall(__NR_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
#endif
}

/// Between a store and a load of the watch.
static void order_watch(void) {
    atomic_thread_fence(memory_order_seq_cst);
#ifdef __linux__
    if (has_barriers) syscall(__NR_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
#endif
}

/// Between a store and a load of a run.
static inline void order_run(void) {
    if (has_barriers) {
        atomic_signal_fence(memory_order_seq_cst);
    } else {
        atomic_thread_fence(memory_order_seq_cst);
    }
}

// On the thread that runs a machine.

static void on_signal(int number) {
    (void)number;
    int saved = errno;
    herald_machine *machine = runner;
    if (machine && atomic_load(&machine->wants_place)) {
        herald_write_place(machine->running, machine->memory_place, sizeof machine->memory_place);
        atomic_store(&machine->wants_place, false);
    } else if (machine && machine->running) {
        // As the stock interpreter does for an interrupt: setting a hook is what a handler may do.
        herald_arm(machine->running);
    }
    if (machine) atomic_store(&machine->is_signalled, false);
    errno = saved;
}

static void wake(void) {
    pthread_mutex_lock(&list_lock);
    atomic_store(&is_parked, false);
    pthread_cond_signal(&woken);
    pthread_mutex_unlock(&list_lock);
}

static void unblock(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGURG);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    is_unblocked = true;
}

static inline void come(herald_machine *machine) {
    if (!is_unblocked) unblock();
    // The address of a thread's own variable tells it from others for less than a call.
    if (machine->home != (const void *)&runner) {
        machine->home = (const void *)&runner;
        machine->thread = pthread_self();
    }
    atomic_store_explicit(&machine->slice_over, false, memory_order_relaxed);
    atomic_store_explicit(&machine->refuses_memory, false, memory_order_relaxed);
    atomic_store_explicit(&machine->is_signalled, false, memory_order_relaxed);
    // Only this thread writes it now.
    unsigned turns = atomic_load_explicit(&machine->turns, memory_order_relaxed);
    atomic_store_explicit(&machine->turns, turns + 1, memory_order_relaxed);
    runner = machine;
    // Either the watch sees the machine before it parks, or this sees that it parked.
    atomic_store_explicit(&machine->is_present, true, memory_order_release);
    order_run();
    if (atomic_load_explicit(&is_parked, memory_order_relaxed)) wake();
}

static inline void go(herald_machine *machine, herald_machine *outer_runner) {
    atomic_store_explicit(&machine->is_present, false, memory_order_release);
    order_run();
    while (atomic_load_explicit(&machine->is_held, memory_order_acquire)) sched_yield();
    runner = outer_runner;
    if (atomic_load_explicit(&machine->refuses_memory, memory_order_relaxed)) {
        // What failed for want of memory failed because its time was over.
        atomic_store_explicit(&machine->refuses_memory, false, memory_order_relaxed);
        if (!herald_interrupted(machine)) herald_interrupt(machine, HERALD_INTERRUPT_TIME);
    }
}

void herald_begin_run(herald_machine *machine, lua_State *root, struct run *outer) {
    *outer = (struct run){machine->root, machine->running, runner, machine->in_swift};
    machine->root = root;
    machine->running = root;
    machine->in_swift = false;
    if (machine->runs++ > 0) return;
    machine->memory_place[0] = machine->yield_place[0] = 0;
    machine->has_stopped = false;
    if (machine->hook_step) {
        machine->last_look = herald_look_time();
        uint64_t limit = atomic_load_explicit(&machine->time_limit, memory_order_relaxed);
        if (limit) atomic_store_explicit(&machine->deadline, machine->last_look + limit, memory_order_relaxed);
        if (machine->slice) machine->slice_end = machine->last_look + machine->slice;
    }
    if (machine->is_watched) come(machine);
}

void herald_end_run(herald_machine *machine, const struct run *outer) {
    machine->root = outer->root;
    machine->running = outer->running;
    machine->in_swift = outer->in_swift;
    if (--machine->runs > 0 || !machine->is_watched) return;
    go(machine, outer->runner);
}

int herald_call_limited(lua_State *L, int arguments) {
    herald_machine *machine = MACHINE(L);
    if (machine->runs > 0) return herald_call_now(L, arguments, 1);
    atomic_store_explicit(&machine->time_limit, machine->call_limit, memory_order_relaxed);
    int status;
    if (machine->has_signals) {
        // What a run from outside comes to, in short: these calls are many and small.
        herald_machine *outer_runner = runner;
        machine->root = machine->running = L;
        machine->in_swift = false;
        machine->runs = 1;
        machine->memory_place[0] = machine->yield_place[0] = 0;
        machine->has_stopped = false;
        come(machine);
        status = lua_pcall(L, arguments, 1, 0);
        machine->root = machine->running = NULL;
        machine->in_swift = true;
        machine->runs = 0;
        go(machine, outer_runner);
    } else {
        status = herald_call_now(L, arguments, 1);
        atomic_store_explicit(&machine->deadline, 0, memory_order_relaxed);
    }
    atomic_store_explicit(&machine->time_limit, 0, memory_order_relaxed);
    // It ended just before it would have been stopped.
    if (status == LUA_OK && herald_interrupted(machine) == HERALD_INTERRUPT_TIME) herald_clear_interrupt(machine);
    return status;
}

void herald_set_calls(herald_machine *machine, const void *owner, uint64_t nanoseconds) {
    machine->call_owner = owner;
    machine->call_limit = nanoseconds;
}

struct herald_frame herald_start_call(lua_State *L, const void *owner, int slot) {
    herald_machine *machine = MACHINE(L);
    struct herald_frame frame = {machine->L, lua_gettop(machine->L)};
    bool is_open = owner == machine->call_owner && !atomic_load_explicit(&machine->ending, memory_order_relaxed);
    // As long as little lies on it the thread has the room that Lua gives every function.
    if (is_open && (frame.below <= 4 || lua_checkstack(machine->L, 16))) {
        lua_rawgeti(machine->L, LUA_REGISTRYINDEX, slot);
    } else {
        frame.below = -1;
    }
    return frame;
}

// On the watch's thread.

static void nap(long nanoseconds) {
    struct timespec time = {0, nanoseconds};
    nanosleep(&time, NULL);
}

/// Keeps the run that was looked at from ending; false when it ended or another one began.
static bool hold(herald_machine *machine) {
    atomic_store(&machine->is_held, true);
    order_watch();
    bool is_same = atomic_load_explicit(&machine->turns, memory_order_relaxed) == machine->seen_turns;
    if (is_same && atomic_load(&machine->is_present)) return true;
    atomic_store(&machine->is_held, false);
    return false;
}

static void let_go(herald_machine *machine) { atomic_store(&machine->is_held, false); }

/// To a machine that is held, so that the thread is there to get it.
static void send_signal(herald_machine *machine) {
    // Setting a hook walks the call stack: a signal more before the script went on would keep it from going on at all.
    if (!atomic_exchange(&machine->is_signalled, true)) pthread_kill(machine->thread, SIGURG);
}

static bool install_handler(void);

static void fall(herald_machine *machine) {
    machine->has_fallen = true;
    if (install_handler() && hold(machine)) {
        atomic_store(&machine->wants_place, true);
        atomic_store(&machine->is_signalled, false);
        send_signal(machine);
        let_go(machine);
        for (int turn = 0; turn < 150 && atomic_load(&machine->wants_place); turn++) nap(1000000);
    }
    machine->fallen(machine->fallen_context, atomic_exchange(&machine->wants_place, false) ? "" : machine->memory_place);
}

static uint64_t deadline_of(herald_machine *machine) {
    uint64_t deadline = atomic_load_explicit(&machine->deadline, memory_order_relaxed);
    uint64_t limit = atomic_load_explicit(&machine->time_limit, memory_order_relaxed);
    return deadline || !limit ? deadline : machine->seen_at + limit;
}

/// Returns whether it runs.
static bool look_at(herald_machine *machine, uint64_t now) {
    if (!atomic_load(&machine->is_present)) return false;
    unsigned turns = atomic_load_explicit(&machine->turns, memory_order_relaxed);
    if (turns != machine->seen_turns) {
        machine->seen_turns = turns;
        machine->seen_at = now;
        return true;
    }
    uint64_t deadline = deadline_of(machine);
    uint64_t late = deadline && now >= deadline ? now - deadline : 0;
    if (late && machine->fallen && !machine->has_fallen && late >= machine->grace) {
        fall(machine);
        return true;
    }
    // It ran through a whole tick: its slice is over, or it is to end.
    if (!hold(machine)) return true;
    if (late && !herald_interrupted(machine)) herald_interrupt(machine, HERALD_INTERRUPT_TIME);
    if (late >= REFUSING_AFTER) atomic_store(&machine->refuses_memory, true);
    if (machine->has_signals) {
        atomic_store_explicit(&machine->slice_over, true, memory_order_relaxed);
        send_signal(machine);
    }
    let_go(machine);
    return true;
}

static bool look_at_all(void) {
    bool any = false;
    uint64_t now = herald_now();
    for (herald_machine *machine = machines; machine; machine = machine->watch_next) any |= look_at(machine, now);
    return any;
}

static void *watch(void *unused) {
    (void)unused;
    int idle = 0;
    pthread_mutex_lock(&list_lock);
    for (;;) {
        idle = look_at_all() ? 0 : idle + 1;
        if (idle >= IDLE_TICKS) {
            atomic_store(&is_parked, true);
            order_watch();
            if (look_at_all()) atomic_store(&is_parked, false);
            while (atomic_load(&is_parked)) pthread_cond_wait(&woken, &list_lock);
            idle = 0;
        }
        pthread_mutex_unlock(&list_lock);
        nap(TICK);
        pthread_mutex_lock(&list_lock);
    }
    return NULL;
}

static bool start_thread(void) {
    if (has_thread) return true;
    prepare_barriers();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    has_thread = pthread_create(&thread, NULL, watch, NULL) == 0;
    if (has_thread) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return has_thread;
}

static bool install_handler(void) {
    if (has_handler) return true;
    struct sigaction action = {0};
    if (sigaction(SIGURG, NULL, &action) != 0) return false;
    bool is_free = !(action.sa_flags & SA_SIGINFO) && (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN);
    if (!is_free) return false;
    action = (struct sigaction){0};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    sigfillset(&action.sa_mask);
    has_handler = sigaction(SIGURG, &action, NULL) == 0;
    return has_handler;
}

bool herald_watch(herald_machine *machine, bool signals, uint64_t grace, herald_fallen fallen, void *context) {
    pthread_mutex_lock(&list_lock);
    bool can_signal = signals && install_handler();
    bool can_watch = start_thread();
    if (can_watch && (fallen || can_signal)) {
        machine->has_signals = can_signal;
        machine->grace = grace;
        machine->fallen = fallen;
        machine->fallen_context = context;
        machine->is_watched = true;
        machine->watch_next = machines;
        if (machines) machines->watch_previous = machine;
        machines = machine;
    }
    pthread_mutex_unlock(&list_lock);
    return can_watch && can_signal == signals;
}

void herald_unwatch(herald_machine *machine) {
    if (!machine->is_watched) return;
    pthread_mutex_lock(&list_lock);
    if (machine->watch_next) machine->watch_next->watch_previous = machine->watch_previous;
    if (machine->watch_previous) {
        machine->watch_previous->watch_next = machine->watch_next;
    } else {
        machines = machine->watch_next;
    }
    pthread_mutex_unlock(&list_lock);
}

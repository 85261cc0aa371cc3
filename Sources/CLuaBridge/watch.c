// The watch: a thread that looks at running machines every few milliseconds and arms the hook of one that runs too long.
//
// In stages: a signal to the running thread, whose handler arms the hook; an allocator that refuses, for what no hook
// sees; and the backstop, which tells the host that the script cannot be stopped.
#include "machine.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

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

void herald_begin_run(herald_machine *machine, lua_State *root, struct run *outer) {
    *outer = (struct run){machine->root, machine->running, runner, machine->in_swift};
    machine->root = root;
    machine->running = root;
    machine->in_swift = false;
    if (machine->runs++ > 0) return;
    machine->memory_place[0] = 0;
    if (machine->hook_step) {
        machine->last_look = herald_look_time();
        uint64_t limit = atomic_load_explicit(&machine->time_limit, memory_order_relaxed);
        if (limit) atomic_store_explicit(&machine->deadline, machine->last_look + limit, memory_order_relaxed);
        if (machine->slice) machine->slice_end = machine->last_look + machine->slice;
    }
    if (!machine->is_watched) return;
    if (!is_unblocked) unblock();
    machine->thread = pthread_self();
    atomic_store_explicit(&machine->slice_over, false, memory_order_relaxed);
    atomic_store_explicit(&machine->refuses_memory, false, memory_order_relaxed);
    // Only this thread writes it now.
    unsigned turns = atomic_load_explicit(&machine->turns, memory_order_relaxed);
    atomic_store_explicit(&machine->turns, turns + 1, memory_order_relaxed);
    atomic_store_explicit(&machine->is_signalled, false, memory_order_relaxed);
    runner = machine;
    // Either the watch sees the machine before it parks, or this sees that it parked.
    atomic_exchange(&machine->presence, PRESENT);
    if (atomic_load(&is_parked)) wake();
}

void herald_end_run(herald_machine *machine, const struct run *outer) {
    machine->root = outer->root;
    machine->running = outer->running;
    machine->in_swift = outer->in_swift;
    if (--machine->runs > 0 || !machine->is_watched) return;
    int presence = PRESENT;
    while (!atomic_compare_exchange_weak(&machine->presence, &presence, AWAY)) {
        if (presence == HELD) sched_yield();
        presence = PRESENT;
    }
    runner = outer->runner;
    if (atomic_load_explicit(&machine->refuses_memory, memory_order_relaxed)) {
        // What failed for want of memory failed because its time was over.
        atomic_store_explicit(&machine->refuses_memory, false, memory_order_relaxed);
        if (!herald_interrupted(machine)) herald_interrupt(machine, HERALD_INTERRUPT_TIME);
    }
}

// On the watch's thread.

static void nap(long nanoseconds) {
    struct timespec time = {0, nanoseconds};
    nanosleep(&time, NULL);
}

/// With `is_over` its time is up, which it cannot tell by itself.
static void send_signal(herald_machine *machine, bool is_over) {
    int presence = PRESENT;
    // Setting a hook walks the call stack: a signal more before the script went on would keep it from going on at all.
    if (atomic_exchange(&machine->is_signalled, true)) return;
    // Held, it cannot leave, so the thread is there to get the signal.
    if (!atomic_compare_exchange_strong(&machine->presence, &presence, HELD)) {
        atomic_store(&machine->is_signalled, false);
        return;
    }
    // Unless another run began meanwhile.
    bool is_same = atomic_load_explicit(&machine->turns, memory_order_relaxed) == machine->seen_turns;
    if (is_over && is_same && !herald_interrupted(machine)) herald_interrupt(machine, HERALD_INTERRUPT_TIME);
    pthread_kill(machine->thread, SIGURG);
    atomic_store(&machine->presence, PRESENT);
}

static bool install_handler(void);

static void fall(herald_machine *machine) {
    machine->has_fallen = true;
    if (install_handler()) {
        atomic_store(&machine->wants_place, true);
        atomic_store(&machine->is_signalled, false);
        send_signal(machine, false);
        for (int turn = 0; turn < 150 && atomic_load(&machine->wants_place); turn++) nap(1000000);
    }
    machine->fallen(machine->fallen_context, atomic_exchange(&machine->wants_place, false) ? "" : machine->memory_place);
}

/// Returns whether it runs.
static bool look_at(herald_machine *machine, uint64_t now) {
    if (atomic_load(&machine->presence) == AWAY) return false;
    unsigned turns = atomic_load_explicit(&machine->turns, memory_order_relaxed);
    bool is_long = turns == machine->seen_turns;
    machine->seen_turns = turns;
    if (!is_long) {
        machine->seen_at = now;
        return true;
    }
    uint64_t deadline = atomic_load_explicit(&machine->deadline, memory_order_relaxed);
    uint64_t limit = atomic_load_explicit(&machine->time_limit, memory_order_relaxed);
    if (!deadline && limit) deadline = machine->seen_at + limit;
    bool is_late = deadline && now >= deadline;
    if (is_late && now - deadline >= REFUSING_AFTER) atomic_store(&machine->refuses_memory, true);
    if (is_late && machine->fallen && !machine->has_fallen && now - deadline >= machine->grace) {
        fall(machine);
        return true;
    }
    if (!machine->has_signals) return true;
    // It ran through a whole tick: its slice is over, or it is to end.
    atomic_store_explicit(&machine->slice_over, true, memory_order_relaxed);
    send_signal(machine, is_late);
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

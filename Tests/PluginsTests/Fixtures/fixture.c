/* A plugin whose faults are chosen: at build time by macros, in a call by the word in the action's "do". */
#include "herald_plugin.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef MAGIC
#define MAGIC HERALD_MAGIC
#endif
#ifndef MAJOR
#define MAJOR HERALD_ABI_MAJOR
#endif
#ifndef MINOR
#define MINOR HERALD_ABI_MINOR
#endif
#ifndef SIZE
#define SIZE sizeof(herald_entry)
#endif
#ifndef ID
#define ID "fixture"
#endif
#ifndef VERSION
#define VERSION "1.0.0"
#endif

#ifdef UNRESOLVED
int herald_fixture_nowhere(void);
#endif

static const herald_host *host;
static herald_call last_call;
static atomic_int inside, most, cancels, destroyed;

static herald_str text(const char *chars) { return (herald_str){chars, strlen(chars)}; }

static int says(herald_str action, const char *word) {
  char quoted[64] = "\"do\":\"";
  strcat(strcat(quoted, word), "\"");
  return memmem(action.ptr, action.len, quoted, strlen(quoted)) != NULL;
}

static herald_status fail(const herald_out *out, const char *code, const char *message) {
  herald_error error = {text(code), text("/do"), text(message), text("try another")};
  out->error(out->ctx, &error);
  return HERALD_E_FAILED;
}

static void *finish_later(void *call) {
  host->finish(host->ctx, (herald_call)(uintptr_t)call, HERALD_OK, text("{\"from\":\"thread\"}"), NULL);
  return NULL;
}

static void *finish_twice(void *call) {
  herald_call id = (herald_call)(uintptr_t)call;
  herald_status first = host->finish(host->ctx, id, HERALD_OK, text("1"), NULL);
  herald_status second = host->finish(host->ctx, id, HERALD_OK, text("2"), NULL);
  herald_status unknown = host->finish(host->ctx, 1ull << 62, HERALD_OK, text("3"), NULL);
  host->log(host->ctx, HERALD_LOG_INFO,
            first == HERALD_OK && second == HERALD_E_INPUT && unknown == HERALD_E_INPUT ? text("finishes judged")
                                                                                        : text("finishes misjudged"));
  return NULL;
}

static void run(void *(*body)(void *), herald_call call) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, (void *)(uintptr_t)call);
  pthread_detach(thread);
}

static void replied(void *user, herald_status status, herald_str json, herald_str body, const herald_error *error) {
  (void)body;
  host->finish(host->ctx, (herald_call)(uintptr_t)user, status, json, error);
}

static void fired(void *user) { finish_later(user); }

static herald_status ask(const char *service, const char *operation, const char *json, herald_call call) {
  const herald_host_service_v1 *table = host->find(host->ctx, text(service));
  return table->request(host->ctx, call, text(operation), text(json), text(""), replied, (void *)(uintptr_t)call, NULL);
}

/* NULL or nonsense where the contract wants something; the status that the host gives becomes the answer. */
static herald_status abuse(herald_str action, herald_call call, int *known) {
  const herald_host_service_v1 *store = host->find(host->ctx, text(HERALD_HOST_STORE));
  const herald_host_time_v1 *time = host->find(host->ctx, text(HERALD_HOST_TIME));
  const herald_host_events_v1 *events = host->find(host->ctx, text(HERALD_HOST_EVENTS));
  const herald_str none = {NULL, 4}, key = text("{\"key\":\"a\"}");
  *known = 1;
  if (says(action, "nullreply")) return store->request(host->ctx, call, text("get"), key, text(""), NULL, NULL, NULL);
  if (says(action, "nulloperation")) return store->request(host->ctx, call, none, key, text(""), replied, NULL, NULL);
  if (says(action, "nullbody")) return store->request(host->ctx, call, text("get"), key, none, replied, NULL, NULL);
  if (says(action, "nulljson")) return store->request(host->ctx, call, text("get"), none, text(""), replied, NULL, NULL);
  if (says(action, "nullfire")) return time->after(host->ctx, call, 1, NULL, NULL, NULL);
  if (says(action, "nullname")) return events->emit(host->ctx, 1, none, text("1"));
  if (says(action, "nosession")) return events->emit(host->ctx, 1ull << 62, text("x"), text("1"));
  if (says(action, "nullcontext")) return host->finish(NULL, call, HERALD_OK, text("1"), NULL);
  if (says(action, "nullid")) return host->find(host->ctx, none) == NULL ? HERALD_E_INPUT : HERALD_OK;
  if (says(action, "nulllog")) { host->log(host->ctx, HERALD_LOG_INFO, none); return HERALD_E_INPUT; }
  *known = 0;
  return HERALD_OK;
}

static herald_status measure(const herald_out *out) {
  int now = atomic_fetch_add(&inside, 1) + 1;
  int seen = atomic_load(&most);
  while (now > seen && !atomic_compare_exchange_weak(&most, &seen, now)) {}
  usleep(2000);
  atomic_fetch_sub(&inside, 1);
  char count[16] = {(char)('0' + atomic_load(&most) % 10)};
  out->result(out->ctx, text(count));
  return HERALD_OK;
}

static herald_status invoke(void *instance, herald_call call, herald_str type, herald_str action, herald_str context,
                            const herald_out *out) {
  (void)instance, (void)type;
  int known;
  herald_status abused = abuse(action, call, &known);
  if (known) { out->result(out->ctx, text(abused == HERALD_E_INPUT ? "true" : "false")); return HERALD_OK; }
  if (says(action, "hugelength")) { out->result(out->ctx, (herald_str){"1", (size_t)1 << 40}); return HERALD_OK; }
  if (says(action, "latenull")) { host->finish(host->ctx, call, HERALD_OK, (herald_str){NULL, 5}, NULL); return HERALD_PENDING; }
  if (says(action, "oddcode")) return fail(out, "exit\n\x1b[31m", "it did not work");
  if (says(action, "exit")) return fail(out, "exit", "it did not work");
  if (says(action, "last")) { last_call = call; return HERALD_PENDING; }
  if (says(action, "echo")) { out->result(out->ctx, action); return HERALD_OK; }
  if (says(action, "context")) { out->result(out->ctx, context); return HERALD_OK; }
  if (says(action, "nothing")) return HERALD_OK;
  if (says(action, "error")) return fail(out, "odd_code", "it did not work");
  if (says(action, "bare")) return HERALD_E_DENIED;
  if (says(action, "nameless")) { herald_error error = {0}; out->error(out->ctx, &error); return HERALD_E_TIMEOUT; }
  if (says(action, "both")) { fail(out, "x", "y"); return HERALD_OK; }
  if (says(action, "two")) { out->result(out->ctx, text("1")); out->result(out->ctx, text("2")); return HERALD_OK; }
  if (says(action, "status")) return 7;
  if (says(action, "resulterror")) {
    out->result(out->ctx, text("{}"));
    out->error(out->ctx, &(herald_error){text("odd"), text(""), text("both"), text("")});
    return HERALD_OK;
  }
  if (says(action, "failedresult")) { out->result(out->ctx, text("{}")); return HERALD_E_FAILED; }
  if (says(action, "longerror")) {
    static char words[1 << 20];
    memset(words, 'x', sizeof words);
    out->error(out->ctx, &(herald_error){text("odd"), text(""), {words, sizeof words}, text("")});
    return HERALD_E_FAILED;
  }
  if (says(action, "badjson")) { out->result(out->ctx, text("{nope")); return HERALD_OK; }
  if (says(action, "badutf8")) { out->result(out->ctx, text("\"\xff\xfe\"")); return HERALD_OK; }
  if (says(action, "nullptr")) { out->result(out->ctx, (herald_str){NULL, 5}); return HERALD_OK; }
  if (says(action, "nullerror")) { out->error(out->ctx, NULL); return HERALD_E_FAILED; }
  if (says(action, "thread")) { run(finish_later, call); return HERALD_PENDING; }
  if (says(action, "twice")) { run(finish_twice, call); return HERALD_PENDING; }
  if (says(action, "early")) { finish_later((void *)(uintptr_t)call); return HERALD_PENDING; }
  if (says(action, "earlyandnow")) { finish_later((void *)(uintptr_t)call); return HERALD_OK; }
  if (says(action, "latebad")) { host->finish(host->ctx, call, HERALD_OK, text("nope"), NULL); return HERALD_PENDING; }
  if (says(action, "latestatus")) { host->finish(host->ctx, call, HERALD_PENDING, text("1"), NULL); return HERALD_PENDING; }
  if (says(action, "never")) return HERALD_PENDING;
  if (says(action, "measure")) return measure(out);
  if (says(action, "cancels")) {
    char count[16] = {(char)('0' + atomic_load(&cancels) % 10)};
    out->result(out->ctx, text(count));
    return HERALD_OK;
  }
  if (says(action, "unknown")) {
    out->result(out->ctx, text(host->find(host->ctx, text("herald.host.nothing/9")) == NULL ? "true" : "false"));
    return HERALD_OK;
  }
  if (says(action, "http")) return ask("herald.host.http/1", "request", "{\"url\":\"https://api.example.com/x\"}", call);
  if (says(action, "server")) return ask("herald.host.server/1", "request", "{\"path\":\"/v1/campaigns\"}", call);
  if (says(action, "clipboard")) return ask("herald.host.effects/1", "clipboard", "{\"text\":\"hi\"}", call);
  if (says(action, "navigate")) return ask("herald.host.effects/1", "navigate", "{\"to\":\"user\",\"id\":\"b\"}", call);
  if (says(action, "mailto")) return ask("herald.host.effects/1", "open", "{\"url\":\"mailto:a@example.com\"}", call);
  if (says(action, "script")) return ask("herald.host.effects/1", "open", "{\"url\":\"javascript:alert(1)\"}", call);
  if (says(action, "store")) return ask("herald.host.store/1", "get", "{\"key\":\"a\"}", call);
  if (says(action, "badrequest")) {
    return ask("herald.host.store/1", "get", "{nope", call) == HERALD_E_INPUT ? fail(out, "", "not accepted") : HERALD_OK;
  }
  if (says(action, "timer")) {
    const herald_host_time_v1 *time = host->find(host->ctx, text("herald.host.time/1"));
    time->after(host->ctx, call, 5000, fired, (void *)(uintptr_t)call, NULL);
    return HERALD_PENDING;
  }
  if (says(action, "canceltimer")) {
    const herald_host_time_v1 *time = host->find(host->ctx, text("herald.host.time/1"));
    uint64_t timer = 0;
    time->after(host->ctx, call, 5000, fired, (void *)(uintptr_t)call, &timer);
    int good = time->cancel(host->ctx, timer) == HERALD_OK && time->cancel(host->ctx, timer) == HERALD_E_INPUT;
    out->result(out->ctx, text(good ? "true" : "false"));
    return HERALD_OK;
  }
  return fail(out, "invalid_argument", "unknown word");
}

static herald_status check(void *instance, herald_str type, herald_str action, const herald_out *out) {
  (void)instance, (void)type;
  return says(action, "refuse") ? fail(out, "bad_url", "refused by check") : HERALD_OK;
}

static void cancel(void *instance, herald_call call) {
  (void)instance;
  atomic_fetch_add(&cancels, 1);
  host->finish(host->ctx, call, HERALD_E_CANCELLED, text(""), NULL);
}

static const herald_action_v1 action_table = {
#ifdef SHORT_TABLE
    8,
#else
    sizeof action_table,
#endif
    check,
#ifdef NULL_INVOKE
    NULL,
#else
    invoke,
#endif
#ifdef NO_CANCEL
    NULL
#else
    cancel
#endif
};

static herald_status emit(herald_session session, const char *name, const char *json) {
  const herald_host_events_v1 *events = host->find(host->ctx, text("herald.host.events/1"));
  return events->emit(host->ctx, session, text(name), text(json));
}

static herald_status open_session(void *instance, herald_session session, herald_call call, herald_str kind, herald_str params,
                                  const herald_out *out) {
  (void)instance, (void)call, (void)kind;
  if (says(params, "fail")) { emit(session, "before", "1"); return fail(out, "not_found", "no such campaign"); }
  if (says(params, "never")) return HERALD_PENDING;
  emit(session, "started", "{\"n\":1}");
  return HERALD_OK;
}

static herald_session closed;

static herald_status command(void *instance, herald_session session, herald_call call, herald_str name, herald_str json,
                             const herald_out *out) {
  (void)instance, (void)json;
  if (name.len == 5 && !memcmp(name.ptr, "burst", 5)) {
    for (int n = 0; n < 100; n++) {
      char number[8];
      number[0] = (char)('0' + n / 10), number[1] = (char)('0' + n % 10), number[2] = 0;
      emit(session, "n", number[0] == '0' ? number + 1 : number);
    }
    return HERALD_OK;
  }
  if (name.len == 4 && !memcmp(name.ptr, "late", 4)) {
    out->result(out->ctx, text(emit(closed, "late", "1") == HERALD_E_INPUT ? "true" : "false"));
    return HERALD_OK;
  }
  if (name.len == 3 && !memcmp(name.ptr, "bad", 3)) {
    out->result(out->ctx, text(emit(session, "bad", "{nope") == HERALD_E_INPUT ? "true" : "false"));
    return HERALD_OK;
  }
  if (name.len == 5 && !memcmp(name.ptr, "never", 5)) return HERALD_PENDING;
  (void)call;
  return HERALD_E_UNSUPPORTED;
}

static herald_status close_session(void *instance, herald_session session, herald_call call, herald_str reason,
                                   const herald_out *out) {
  (void)instance, (void)call, (void)reason;
  emit(session, "ended", "{\"reason\":\"finished\"}");
  closed = session;
  out->result(out->ctx, text("{\"closed\":true}"));
  return HERALD_OK;
}

static const herald_channel_v1 channel_table = {sizeof channel_table,
#ifdef NULL_OPEN
                                                NULL,
#else
                                                open_session,
#endif
                                                command, close_session, cancel};

static void health(void *instance, herald_report report, void *sink) {
  (void)instance;
  report(sink, HERALD_LOG_INFO, text("fine"), text(""));
  report(sink, HERALD_LOG_WARNING, text("low on ink"), text("buy ink"));
}

static const herald_health_v1 health_table = {sizeof health_table, health};

static const void *find(void *instance, herald_str id) {
  (void)instance;
#ifndef NO_ACTION
  if (id.len == 15 && !memcmp(id.ptr, "herald.action/1", 15)) return &action_table;
#endif
#ifndef NO_CHANNEL
  if (id.len == 16 && !memcmp(id.ptr, "herald.channel/1", 16)) return &channel_table;
#endif
  if (id.len == 15 && !memcmp(id.ptr, "herald.health/1", 15)) return &health_table;
  return NULL;
}

static herald_status start(void *instance, herald_str config, const herald_out *out) {
  (void)instance, (void)config;
#ifdef START_FAILS
  return fail(out, "", "no licence");
#elif defined START_PENDING
  (void)out;
  return HERALD_PENDING;
#else
  host->log(host->ctx, HERALD_LOG_DEBUG, config);
  (void)out;
  return HERALD_OK;
#endif
}

static herald_status stop(void *instance, uint32_t grace_ms) {
  (void)instance, (void)grace_ms;
#ifdef STOP_HANGS
  for (;;) pause();
#endif
  host->log(host->ctx, HERALD_LOG_INFO, text("stopped"));
  return HERALD_OK;
}

/* Everything that a plugin may not do any more. */
static void *haunt(void *nothing) {
  (void)nothing;
  const herald_host_service_v1 *store = host->find(host->ctx, text(HERALD_HOST_STORE));
  const herald_host_time_v1 *time = host->find(host->ctx, text(HERALD_HOST_TIME));
  int finish = host->finish(host->ctx, last_call, HERALD_OK, text("1"), NULL) == HERALD_E_INPUT;
  int strange = host->finish(host->ctx, 1ull << 62, HERALD_OK, text("1"), NULL) == HERALD_E_INPUT;
  int request = store->request(host->ctx, 0, text("get"), text("{}"), text(""), replied, NULL, NULL) == HERALD_E_CANCELLED;
  int timer = time->after(host->ctx, 0, 1, fired, NULL, NULL) == HERALD_E_CANCELLED;
  host->log(host->ctx, HERALD_LOG_INFO, finish && strange && request && timer ? text("haunted in vain") : text("haunted"));
  return NULL;
}

static void destroy(void *instance) {
  (void)instance;
#ifdef HAUNTS
  run(haunt, 0);
#endif
  host->log(host->ctx, HERALD_LOG_INFO, text("destroyed"));
  atomic_fetch_add(&destroyed, 1);
}

static herald_status create(const herald_entry *entry, const herald_host *given, herald_plugin *plugin, const herald_out *out) {
  (void)entry;
#ifdef CREATE_FAILS
  (void)given, (void)plugin;
  return fail(out, "", "not today");
#elif defined CREATE_PENDING
  (void)given, (void)out;
  plugin->find = find;
  return HERALD_PENDING;
#elif defined CREATE_STATUS
  (void)given, (void)plugin, (void)out;
  return 9;
#else
#ifdef UNRESOLVED
  herald_fixture_nowhere();
#endif
  (void)out;
  host = given;
  plugin->start = start;
  plugin->stop = stop;
  plugin->destroy = destroy;
#ifndef NO_FIND
  plugin->find = find;
#endif
  return HERALD_OK;
#endif
}

static const herald_entry entry = {MAGIC, SIZE, MAJOR, MINOR, ID, VERSION, NULL,
#ifdef NO_CREATE
                                   NULL
#else
                                   create
#endif
};

#ifndef NO_EXPORT
HERALD_ENTRY(fixture) {
#ifdef NULL_ENTRY
  return NULL;
#else
  return &entry;
#endif
}
#endif

/* The core of the plugin contract: text, status, errors, and how host and plugin meet. */
#ifndef HERALD_CORE_H
#define HERALD_CORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The layout is pinned where it is written down, so that a compiler flag that moves a member does not compile. All machines
 * that Herald runs on have 64-bit pointers. */
#ifdef __cplusplus
#define HERALD_ASSERT(condition, message) static_assert(condition, message)
#else
#define HERALD_ASSERT(condition, message) _Static_assert(condition, message)
#endif
#define HERALD_PIN(type, member, place) HERALD_ASSERT(offsetof(type, member) == (place), #type "." #member " moved")
#define HERALD_PIN_SIZE(type, bytes) HERALD_ASSERT(sizeof(type) == (bytes), "the size of " #type " changed")

#define HERALD_MAGIC     0x314c5248u /* "HRL1", little-endian */
#define HERALD_ABI_MAJOR 1u
#define HERALD_ABI_MINOR 0u

/* Borrowed UTF-8, valid during the call that passes it; not NUL-terminated. */
typedef struct herald_str {
  const char *ptr;
  size_t len;
} herald_str;

/* Other negative values are read as HERALD_E_FAILED, other positive ones are a fault. */
typedef int32_t herald_status;
enum {
  HERALD_OK = 0,
  HERALD_PENDING = 1,
  HERALD_E_INPUT = -1,       /* what was asked cannot be used */
  HERALD_E_UNSUPPORTED = -2, /* not offered here */
  HERALD_E_DENIED = -3,      /* a permission is missing */
  HERALD_E_CANCELLED = -4,
  HERALD_E_TIMEOUT = -5,
  HERALD_E_FAILED = -6       /* tried, and did not succeed */
};

/* Levels of `log`. */
enum { HERALD_LOG_DEBUG = 0, HERALD_LOG_INFO = 1, HERALD_LOG_WARNING = 2, HERALD_LOG_ERROR = 3 };

/* Any part may be empty. code: stable name, else it follows from the status; pointer: JSON Pointer into the input;
 * hint: what to do, for HERALD_E_DENIED the flag that would allow it. */
typedef struct herald_error {
  herald_str code, pointer, message, hint;
} herald_error;

/* Where a call puts its answer. Valid during the call that passes it, on its thread; each function copies before it returns.
 * The first result and the first error count; only one of them goes with a status. */
typedef struct herald_out {
  uint32_t size;
  void *ctx;
  void (*result)(void *ctx, herald_str json);
  void (*error)(void *ctx, const herald_error *error);
} herald_out;

typedef uint64_t herald_call;    /* host-made, never 0, never reused in a process */
typedef uint64_t herald_session; /* host-made, never 0, never reused in a process */

/* What the host gives; valid from `create` until `destroy` returned. */
typedef struct herald_host {
  uint32_t size, abi_major, abi_minor;
  void *ctx; /* goes into every function here and of the host's interfaces */

  /* Any thread. Copies. */
  void (*log)(void *ctx, int32_t level, herald_str message);

  /* Any thread. The table of a host interface, valid as long as this struct; NULL only if this host has none by that id.
   * A missing permission shows at use. */
  const void *(*find)(void *ctx, herald_str interface_id);

  /* Any thread, also inside the call itself. Ends a call that returned or will return HERALD_PENDING; copies. With HERALD_OK
   * `result` is JSON and `error` is ignored; otherwise `error` says more and may be NULL.
   * HERALD_OK when it counted, HERALD_E_INPUT when the call is unknown or has ended. */
  herald_status (*finish)(void *ctx, herald_call call, herald_status status, herald_str result, const herald_error *error);
} herald_host;

/* What the plugin gives back from `create`. The host zeroes the struct and sets `size` to what it knows; the plugin fills the
 * rest and never writes past `size`. `find` is required, the others may be NULL. */
typedef struct herald_plugin {
  uint32_t size;
  void *instance; /* goes into every function here and of the plugin's interfaces */

  /* Host's loader thread, once, before any other call. May wait for its own set-up, not for the host.
   * config: {"id", "version", "directory", "permissions": {…what manifest and user allow…}, "denied": {…what the user forbids…}}.
   * HERALD_OK or an error through `out`. */
  herald_status (*start)(void *instance, herald_str config, const herald_out *out);

  /* A thread of the host, once, when no call is running; may wait up to grace_ms. The host has cancelled every call and
   * request before. On return no thread of the plugin calls the host. Sessions still open end here. */
  herald_status (*stop)(void *instance, uint32_t grace_ms);

  /* A thread of the host, once, after `stop` and after the last `cancel`, `reply` and `fire` returned. */
  void (*destroy)(void *instance);

  /* Any thread. The table of an interface of this plugin, valid until `destroy`; NULL when it has none by that id. */
  const void *(*find)(void *instance, herald_str interface_id);
} herald_plugin;

/* What the exported function returns: constant for the life of the process. */
typedef struct herald_entry herald_entry;
struct herald_entry {
  uint32_t magic, size;
  uint32_t abi_major, abi_minor; /* abi_minor: the oldest host this plugin works with */
  const char *id, *version;      /* NUL-terminated, equal to the manifest's */
  const void *payload;           /* the plugin's own: what `create` needs to know which type is behind this entry */

  /* Host's loader thread, once per host. `host` stays valid until `destroy` returned. HERALD_OK or an error through `out`;
   * after an error nothing else is called. */
  herald_status (*create)(const herald_entry *entry, const herald_host *host, herald_plugin *plugin, const herald_out *out);
};

HERALD_PIN_SIZE(herald_str, 16);
HERALD_PIN(herald_str, ptr, 0);
HERALD_PIN(herald_str, len, 8);
HERALD_PIN_SIZE(herald_status, 4);
HERALD_PIN_SIZE(herald_call, 8);
HERALD_PIN_SIZE(herald_session, 8);

HERALD_PIN_SIZE(herald_error, 64);
HERALD_PIN(herald_error, code, 0);
HERALD_PIN(herald_error, pointer, 16);
HERALD_PIN(herald_error, message, 32);
HERALD_PIN(herald_error, hint, 48);

HERALD_PIN_SIZE(herald_out, 32);
HERALD_PIN(herald_out, size, 0);
HERALD_PIN(herald_out, ctx, 8);
HERALD_PIN(herald_out, result, 16);
HERALD_PIN(herald_out, error, 24);

HERALD_PIN_SIZE(herald_host, 48);
HERALD_PIN(herald_host, size, 0);
HERALD_PIN(herald_host, abi_major, 4);
HERALD_PIN(herald_host, abi_minor, 8);
HERALD_PIN(herald_host, ctx, 16);
HERALD_PIN(herald_host, log, 24);
HERALD_PIN(herald_host, find, 32);
HERALD_PIN(herald_host, finish, 40);

HERALD_PIN_SIZE(herald_plugin, 48);
HERALD_PIN(herald_plugin, size, 0);
HERALD_PIN(herald_plugin, instance, 8);
HERALD_PIN(herald_plugin, start, 16);
HERALD_PIN(herald_plugin, stop, 24);
HERALD_PIN(herald_plugin, destroy, 32);
HERALD_PIN(herald_plugin, find, 40);

HERALD_PIN_SIZE(herald_entry, 48);
HERALD_PIN(herald_entry, magic, 0);
HERALD_PIN(herald_entry, size, 4);
HERALD_PIN(herald_entry, abi_major, 8);
HERALD_PIN(herald_entry, abi_minor, 12);
HERALD_PIN(herald_entry, id, 16);
HERALD_PIN(herald_entry, version, 24);
HERALD_PIN(herald_entry, payload, 32);
HERALD_PIN(herald_entry, create, 40);

#if defined(_WIN32)
#define HERALD_EXPORT __declspec(dllexport)
#else
#define HERALD_EXPORT __attribute__((visibility("default")))
#endif

/* HERALD_ENTRY(open_url) { return &entry; } – any thread, may be called again. */
#ifdef __cplusplus
#define HERALD_ENTRY(symbol) extern "C" HERALD_EXPORT const herald_entry *herald_plugin_##symbol(void)
#else
#define HERALD_ENTRY(symbol) HERALD_EXPORT const herald_entry *herald_plugin_##symbol(void)
#endif

#ifdef __cplusplus
}
#endif
#endif

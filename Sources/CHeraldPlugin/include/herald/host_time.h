/* "herald.host.time/1": the only time a plugin may use. */
#ifndef HERALD_HOST_TIME_H
#define HERALD_HOST_TIME_H

#include "core.h"

#define HERALD_HOST_TIME "herald.host.time/1"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct herald_host_time_v1 {
  uint32_t size;
  /* Any thread. Milliseconds since 1970-01-01 UTC. */
  int64_t (*wall_ms)(void *ctx);
  /* Any thread. Milliseconds that never go back, from an arbitrary start. */
  int64_t (*monotonic_ms)(void *ctx);
  /* Any thread. `fire` runs once on any thread after `ms`, unless cancelled, never inside `after`; not after `stop` returned.
   * parent: as in herald_host_service_v1.request, only for the rule about virtual time. HERALD_OK, or HERALD_E_CANCELLED when the
   * host is stopping. */
  herald_status (*after)(void *ctx, herald_call parent, uint64_t ms, void (*fire)(void *user), void *user, uint64_t *timer);
  /* Any thread. After this returned HERALD_OK `fire` does not run; HERALD_E_INPUT: it has run, runs, or there is no such timer. */
  herald_status (*cancel)(void *ctx, uint64_t timer);
} herald_host_time_v1;

HERALD_PIN_SIZE(herald_host_time_v1, 40);
HERALD_PIN(herald_host_time_v1, size, 0);
HERALD_PIN(herald_host_time_v1, wall_ms, 8);
HERALD_PIN(herald_host_time_v1, monotonic_ms, 16);
HERALD_PIN(herald_host_time_v1, after, 24);
HERALD_PIN(herald_host_time_v1, cancel, 32);

#ifdef __cplusplus
}
#endif
#endif

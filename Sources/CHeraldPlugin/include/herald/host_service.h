/* The one shape of the host's services; each has a header of its own with its operations: http, server, websocket, effects,
 * download, store, callbacks, progress. What is not granted is a reply with HERALD_E_DENIED whose hint names the flag that would
 * allow it; an operation that there is not is one with HERALD_E_UNSUPPORTED.
 */
#ifndef HERALD_HOST_SERVICE_H
#define HERALD_HOST_SERVICE_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Any thread, never inside `request`, possibly before it returned. Text and error are gone when this returns.
 * With HERALD_OK `json` is the answer and `error` is NULL; otherwise `error` says more. */
typedef void (*herald_reply)(void *user, herald_status status, herald_str json, herald_str body, const herald_error *error);

typedef struct herald_host_service_v1 {
  uint32_t size;

  /* Any thread; copies. parent: the call on whose behalf this is asked; when it is cancelled so is this. Else the session, so
   * that the host knows whose connection to use; 0 for none.
   * HERALD_PENDING: `*id` (which may be NULL) names the request and `reply` comes exactly once, unless `stop` returned before.
   * HERALD_E_INPUT: not accepted, json is no JSON; HERALD_E_CANCELLED: not accepted, the host is stopping. Then no reply.
   * A missing permission is a reply with HERALD_E_DENIED. */
  herald_status (*request)(void *ctx, herald_call parent, herald_str operation, herald_str json, herald_str body,
                           herald_reply reply, void *user, uint64_t *id);

  /* Any thread. The reply still comes, with HERALD_E_CANCELLED unless it was under way. HERALD_OK, or HERALD_E_INPUT when there
   * is no such request. */
  herald_status (*cancel)(void *ctx, uint64_t id);
} herald_host_service_v1;

HERALD_PIN_SIZE(herald_host_service_v1, 24);
HERALD_PIN(herald_host_service_v1, size, 0);
HERALD_PIN(herald_host_service_v1, request, 8);
HERALD_PIN(herald_host_service_v1, cancel, 16);

#ifdef __cplusplus
}
#endif
#endif

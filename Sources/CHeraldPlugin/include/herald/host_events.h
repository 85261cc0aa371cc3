/* "herald.host.events/1": what a channel session hears. */
#ifndef HERALD_HOST_EVENTS_H
#define HERALD_HOST_EVENTS_H

#include "core.h"

#define HERALD_HOST_EVENTS "herald.host.events/1"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct herald_host_events_v1 {
  uint32_t size;
  /* Any thread; copies. Events of one session are delivered in the order of these calls, one at a time. HERALD_OK;
   * HERALD_E_INPUT when json is no JSON or there is no such session (any more): the event is dropped. */
  herald_status (*emit)(void *ctx, herald_session session, herald_str name, herald_str json);
} herald_host_events_v1;

HERALD_PIN_SIZE(herald_host_events_v1, 16);
HERALD_PIN(herald_host_events_v1, size, 0);
HERALD_PIN(herald_host_events_v1, emit, 8);

#ifdef __cplusplus
}
#endif
#endif

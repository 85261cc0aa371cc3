/* "herald.action/1": a plugin that performs card actions. */
#ifndef HERALD_ACTION_H
#define HERALD_ACTION_H

#include "core.h"

#define HERALD_ACTION "herald.action/1"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct herald_action_v1 {
  uint32_t size;

  /* May be NULL. Caller's thread. Says whether the action could be performed: pure, no I/O, answers at once.
   * HERALD_OK (a result is allowed and ignored) or an error through `out`. */
  herald_status (*check)(void *instance, herald_str type, herald_str action, const herald_out *out);

  /* Caller's thread. Performs the action: HERALD_OK with a result, an error, or HERALD_PENDING and a finish later.
   * action: the action's JSON object, checked against the manifest's schema, `type` included.
   * context: {"elementId", "itemId", "campaignId", "user", "sessionId"}, what applies. All text is gone when this returns. */
  herald_status (*invoke)(void *instance, herald_call call, herald_str type, herald_str action, herald_str context,
                          const herald_out *out);

  /* May be NULL. Any thread, also while `invoke` runs, also more than once, also for a call that has ended or is not known yet.
   * The host no longer waits; the plugin ends the work and finishes the call as usual, which is then dropped. */
  void (*cancel)(void *instance, herald_call call);
} herald_action_v1;

HERALD_PIN_SIZE(herald_action_v1, 32);
HERALD_PIN(herald_action_v1, size, 0);
HERALD_PIN(herald_action_v1, check, 8);
HERALD_PIN(herald_action_v1, invoke, 16);
HERALD_PIN(herald_action_v1, cancel, 24);

#ifdef __cplusplus
}
#endif
#endif

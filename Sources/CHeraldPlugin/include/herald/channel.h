/* "herald.channel/1": a plugin that holds sessions. */
#ifndef HERALD_CHANNEL_H
#define HERALD_CHANNEL_H

#include "core.h"

#define HERALD_CHANNEL "herald.channel/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Each function: caller's thread, text gone when it returns, answers like herald_action_v1.invoke. */
typedef struct herald_channel_v1 {
  uint32_t size;

  /* Opens a session; an error or a cancel means that there is none, and `close` is not called. Events may be emitted from here on.
   * kind: the channel's type; params: {"campaign", "entryId", "options", "user"}. */
  herald_status (*open)(void *instance, herald_session session, herald_call call, herald_str kind, herald_str params,
                        const herald_out *out);

  /* Commands: send, typing, read, view and what the channel adds. Unknown ones: HERALD_E_UNSUPPORTED. */
  herald_status (*command)(void *instance, herald_session session, herald_call call, herald_str name, herald_str json,
                           const herald_out *out);

  /* At most once for an open session. Events are dropped once it has finished, whatever the outcome. */
  herald_status (*close)(void *instance, herald_session session, herald_call call, herald_str reason, const herald_out *out);

  /* May be NULL. As herald_action_v1.cancel, for a call of any of the three. A cancelled `open` that succeeds all the same is
   * dropped: the plugin ends what it had begun. */
  void (*cancel)(void *instance, herald_call call);
} herald_channel_v1;

HERALD_PIN_SIZE(herald_channel_v1, 40);
HERALD_PIN(herald_channel_v1, size, 0);
HERALD_PIN(herald_channel_v1, open, 8);
HERALD_PIN(herald_channel_v1, command, 16);
HERALD_PIN(herald_channel_v1, close, 24);
HERALD_PIN(herald_channel_v1, cancel, 32);

#ifdef __cplusplus
}
#endif
#endif

/* "herald.health/1": a plugin that can tell whether it would work here. */
#ifndef HERALD_HEALTH_H
#define HERALD_HEALTH_H

#include "core.h"

#define HERALD_HEALTH "herald.health/1"

#ifdef __cplusplus
extern "C" {
#endif

/* On the thread of `check`, during it. level: HERALD_LOG_INFO is fine, above that is a problem; advice may be empty. */
typedef void (*herald_report)(void *sink, int32_t level, herald_str message, herald_str advice);

typedef struct herald_health_v1 {
  uint32_t size;
  /* Caller's thread; comes back soon. */
  void (*check)(void *instance, herald_report report, void *sink);
} herald_health_v1;

HERALD_PIN_SIZE(herald_health_v1, 16);
HERALD_PIN(herald_health_v1, size, 0);
HERALD_PIN(herald_health_v1, check, 8);

#ifdef __cplusplus
}
#endif
#endif

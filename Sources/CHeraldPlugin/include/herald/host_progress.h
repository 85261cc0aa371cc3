/* "herald.host.progress/1": how far a call has come, a herald_host_service_v1. */
#ifndef HERALD_HOST_PROGRESS_H
#define HERALD_HOST_PROGRESS_H

#include "host_service.h"

#define HERALD_HOST_PROGRESS "herald.host.progress/1"

/* No permission.
 *
 * report  {"fraction": from 0 to 1, "message"}, both may be left out -> {}
 */

#endif

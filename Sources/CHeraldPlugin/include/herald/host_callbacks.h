/* "herald.host.callbacks/1": the app's own handlers, a herald_host_service_v1. */
#ifndef HERALD_HOST_CALLBACKS_H
#define HERALD_HOST_CALLBACKS_H

#include "host_service.h"

#define HERALD_HOST_CALLBACKS "herald.host.callbacks/1"

/* No permission: the app or script registered what may be called.
 *
 * call  {"id", "payload", "context": else that of the call} -> {"value": what the handler returned}
 *       HERALD_E_UNSUPPORTED when there is no handler of that id
 */

#endif

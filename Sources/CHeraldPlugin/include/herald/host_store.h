/* "herald.host.store/1": small values of this plugin, a herald_host_service_v1. */
#ifndef HERALD_HOST_STORE_H
#define HERALD_HOST_STORE_H

#include "host_service.h"

#define HERALD_HOST_STORE "herald.host.store/1"

/* No permission: each plugin has values of its own and sees no others. They lie in the host's state folder and are on the disk
 * when the reply comes; without such a folder every operation fails with the code "invalid_state". Keys have 1 to 256 bytes,
 * values up to 64 KiB as JSON, all of a plugin up to 1 MiB; beyond that the code is "too_large".
 *
 * get     {"key"} -> {"value"}, null when there is none
 * set     {"key", "value"} -> {}
 * delete  {"key"} -> {}
 */

#endif

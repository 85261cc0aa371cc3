/* "herald.host.server/1": HTTP to the connected campaign server, a herald_host_service_v1. */
#ifndef HERALD_HOST_SERVER_H
#define HERALD_HOST_SERVER_H

#include "host_service.h"

#define HERALD_HOST_SERVER "herald.host.server/1"

/* Permission: "net": ["server"]; a denial names --allow-net server. The host adds the credentials of the user for whom the call
 * is made; the plugin never sees them.
 *
 * request  {"path": "/v1/…", "method": "GET", "query": {name: value}}, body: JSON to send, or nothing
 *       -> {"status", "headers", "url"}, body: what came; any status is HERALD_OK
 */

#endif

/* "herald.host.http/1": HTTP to any granted host, a herald_host_service_v1. */
#ifndef HERALD_HOST_HTTP_H
#define HERALD_HOST_HTTP_H

#include "host_service.h"

#define HERALD_HOST_HTTP "herald.host.http/1"

/* Permission: "net" for the host of the URL and of every redirect; a denial names --allow-net HOST:PORT. Addresses of the
 * machine itself and of private networks need a grant of their own. The host sends no credentials.
 *
 * request  {"url", "method": "GET", "headers": {name: value}, "timeoutMs": 30000, "redirects": 0, "maximumBytes"}
 *          body: what is sent
 *       -> {"status", "headers": {lower-case name: value}, "url": after redirects}, body: what came; any status is HERALD_OK
 */

#endif

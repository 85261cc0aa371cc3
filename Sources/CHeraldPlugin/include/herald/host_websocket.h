/* "herald.host.websocket/1": WebSockets, a herald_host_service_v1. */
#ifndef HERALD_HOST_WEBSOCKET_H
#define HERALD_HOST_WEBSOCKET_H

#include "host_service.h"

#define HERALD_HOST_WEBSOCKET "herald.host.websocket/1"

/* Permission of connect: "net" for the host of the URL, or for "server"; a denial names --allow-net HOST:PORT. A socket belongs
 * to the plugin that opened it and is closed when that stops; the others find no such socket.
 *
 * connect  {"url": "wss://…"}, or {"path": "/v1/…", "query": {name: value}} for the connected campaign server
 *       -> {"socket": number}
 * send     {"socket"}, body: one text message -> {}
 * receive  {"socket"} -> {"closed": false}, body: the next text message; {"closed": true} after a close in good order. One at a time
 * close    {"socket", "code": 1000, "reason": ""} -> {}
 */

#endif

/* "herald.host.effects/1": what is done outside the runtime, a herald_host_service_v1. */
#ifndef HERALD_HOST_EFFECTS_H
#define HERALD_HOST_EFFECTS_H

#include "host_service.h"

#define HERALD_HOST_EFFECTS "herald.host.effects/1"

/* Performed by the desktop, a recording, or the app that embeds the runtime. Each operation has its permission, and a denial
 * names the flag.
 *
 * open       "open" for the scheme (--allow-open SCHEME)   {"url", "in": "browser" or "webview"}
 * clipboard  "clipboard"   {"text"}
 * navigate   "navigate"    {"to": "user" or "group", "id"}
 * call       "call"        {"type": "audio" or "video", "to": "user" or "group", "id"}
 * message    none          {"text", "session": an engagement's id, or "to": "user" or "group", "id"}: goes to the open session
 *                          that is named, whose agent has that name, or that was started last; HERALD_E_STATE without one.
 *                          For others than agents of open sessions it is left to the app.
 * file       "downloads"   {"name": without a folder}, body: the content
 *         -> what there is to tell of it, often null
 */

#endif

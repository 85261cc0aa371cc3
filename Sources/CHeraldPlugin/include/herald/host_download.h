/* "herald.host.download/1": a file from the web, saved by the host as it arrives.
 *
 * The table is herald_host_service_v1. One operation, which needs the permissions `net` for the host and `downloads`:
 *
 * save  {"url", "name", "maximumBytes", "timeoutMs", "redirects"}, all but "url" may be left out
 *       url: http or https. name: the file's name without a folder; else the last segment of the URL's path. What no file should
 *       be called is changed, a name that is taken gets a number. Answers {"name", "path", "bytes", "status", "url"}; no "path"
 *       where effects are only recorded. An answer that is not 2xx saves nothing and is HERALD_E_FAILED.
 *       The file appears under its name when it is whole, never before; after an error or a cancel nothing is left of it.
 *       How far it is shows as progress of the call.
 */
#ifndef HERALD_HOST_DOWNLOAD_H
#define HERALD_HOST_DOWNLOAD_H

#include "host_service.h"

#define HERALD_HOST_DOWNLOAD "herald.host.download/1"

#endif

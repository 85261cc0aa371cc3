#ifndef HERALD_NET_CLIENT_H
#define HERALD_NET_CLIENT_H
#include "curl_library.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fixed-arity twins of libcurl's variadic functions, and what Glibc's Swift module lacks.
   All belong to the one thread that owns the handles. */

CURLcode herald_curl_set_long(CURL *easy, CURLoption option, long value);
CURLcode herald_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value);
/* The text is copied by libcurl. */
CURLcode herald_curl_set_string(CURL *easy, CURLoption option, const char *value);
/* The pointer must stay valid while the handle uses it. */
CURLcode herald_curl_set_pointer(CURL *easy, CURLoption option, void *value);
/* Copies the body. */
CURLcode herald_curl_set_body(CURL *easy, const void *bytes, size_t length);

typedef size_t (*herald_curl_bytes)(char *bytes, size_t size, size_t count, void *context);
CURLcode herald_curl_on_body(CURL *easy, herald_curl_bytes callback, void *context);
CURLcode herald_curl_on_header(CURL *easy, herald_curl_bytes callback, void *context);

/* Judges an address before a socket is opened to it: `bytes` are 4 or 16 in network order. */
typedef bool (*herald_curl_judge)(void *context, const uint8_t *bytes, size_t length);
/* Opens sockets only to addresses that the judge lets pass, and asks it again for the peer of a pooled connection
   before each request. `guard` must outlive the transfer. */
typedef struct {
    herald_curl_judge judge;
    void *context;
} herald_curl_guard;
CURLcode herald_curl_set_guard(CURL *easy, herald_curl_guard *guard);

long herald_curl_long(CURL *easy, CURLINFO info);
/* -1 when there is none. */
int herald_curl_socket(CURL *easy);

/* The transfer that ended, its result in `result`; NULL when no other one did. */
CURL *herald_curl_next_done(CURLM *multi, CURLcode *result);

/* A set of descriptors behind one descriptor (epoll), level-triggered. */
int herald_poller_open(void);
void herald_poller_close(int poller);
/* `token` comes back with the descriptor's readiness. 0 on success. */
int herald_poller_add(int poller, int descriptor, uint64_t token, bool reads, bool writes);
int herald_poller_change(int poller, int descriptor, uint64_t token, bool reads, bool writes);
void herald_poller_remove(int poller, int descriptor);
/* The tokens that are ready now, without waiting; returns how many. */
int herald_poller_ready(int poller, uint64_t *tokens, int capacity);
#endif

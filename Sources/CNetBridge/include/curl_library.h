#ifndef HERALD_CURL_LIBRARY_H
#define HERALD_CURL_LIBRARY_H
#include <curl/curl.h>

/* libcurl, loaded when it is first used: with the thirty libraries behind it, it costs a program that opens no
   connection 7 ms at its start, more than all the rest. Functions have libcurl's own names after herald_. */

/* Loads libcurl and its global state once, whoever comes first; any thread. 0 on success. */
int herald_curl_start(void);
/* Why it could not be loaded; empty when it was, or was not tried. */
const char *herald_curl_failure(void);

/* These two load it; NULL when that fails. The others take what these gave. */
CURL *herald_curl_easy_init(void);
CURLM *herald_curl_multi_init(void);

void herald_curl_easy_cleanup(CURL *easy);
CURLcode herald_curl_easy_recv(CURL *easy, void *bytes, size_t length, size_t *count);
CURLcode herald_curl_easy_send(CURL *easy, const void *bytes, size_t length, size_t *count);
const char *herald_curl_easy_strerror(CURLcode code);
struct curl_slist *herald_curl_slist_append(struct curl_slist *list, const char *line);
void herald_curl_slist_free_all(struct curl_slist *list);

CURLMcode herald_curl_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode herald_curl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode herald_curl_multi_perform(CURLM *multi, int *running);
CURLMcode herald_curl_multi_poll(CURLM *multi, struct curl_waitfd *extra, unsigned count, int timeout_ms, int *ready);
CURLMcode herald_curl_multi_wakeup(CURLM *multi);
CURLMcode herald_curl_multi_cleanup(CURLM *multi);
#endif

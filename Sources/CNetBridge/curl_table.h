#ifndef HERALD_CURL_TABLE_H
#define HERALD_CURL_TABLE_H
#include <curl/curl.h>

/* Every function of libcurl that is used; the one list. */
#define HERALD_CURL_FUNCTIONS(X) \
    X(easy_cleanup) X(easy_getinfo) X(easy_init) X(easy_recv) X(easy_send) X(easy_setopt) X(easy_strerror) \
    X(global_init) \
    X(multi_add_handle) X(multi_cleanup) X(multi_info_read) X(multi_init) X(multi_perform) X(multi_poll) \
    X(multi_remove_handle) X(multi_wakeup) \
    X(slist_append) X(slist_free_all)

typedef struct {
#define X(name) __typeof__(&curl_##name) name;
    HERALD_CURL_FUNCTIONS(X)
#undef X
} herald_curl_table;

/* Filled by herald_curl_start. */
extern herald_curl_table herald_curl;
#endif

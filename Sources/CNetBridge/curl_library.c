#include "curl_library.h"

#include "curl_table.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#if defined(__APPLE__)
#define LIBRARY "libcurl.4.dylib"
#else
#define LIBRARY "libcurl.so.4"
#endif

herald_curl_table herald_curl;
static pthread_once_t started = PTHREAD_ONCE_INIT;
static int start_result = -1;
static char failure[256];

static int fail(const char *text) {
    snprintf(failure, sizeof failure, "%s", text == NULL ? LIBRARY " cannot be loaded" : text);
    return -1;
}

static int load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return fail(dlerror());
    /* ISO C has no cast from an object pointer to a function pointer; POSIX promises that the copy works. */
#define X(name)                                                                         \
    void *symbol_##name = dlsym(library, "curl_" #name);                                \
    if (symbol_##name == NULL) return fail(LIBRARY " has no curl_" #name);              \
    memcpy(&herald_curl.name, &symbol_##name, sizeof herald_curl.name);
    HERALD_CURL_FUNCTIONS(X)
#undef X
    CURLcode code = herald_curl.global_init(CURL_GLOBAL_DEFAULT);
    return code == CURLE_OK ? 0 : fail(herald_curl.easy_strerror(code));
}

static void start(void) { start_result = load(); }

int herald_curl_start(void) {
    pthread_once(&started, start);
    return start_result;
}

const char *herald_curl_failure(void) { return failure; }

CURL *herald_curl_easy_init(void) { return herald_curl_start() == 0 ? herald_curl.easy_init() : NULL; }
CURLM *herald_curl_multi_init(void) { return herald_curl_start() == 0 ? herald_curl.multi_init() : NULL; }

void herald_curl_easy_cleanup(CURL *easy) { herald_curl.easy_cleanup(easy); }

CURLcode herald_curl_easy_recv(CURL *easy, void *bytes, size_t length, size_t *count) {
    return herald_curl.easy_recv(easy, bytes, length, count);
}

CURLcode herald_curl_easy_send(CURL *easy, const void *bytes, size_t length, size_t *count) {
    return herald_curl.easy_send(easy, bytes, length, count);
}

const char *herald_curl_easy_strerror(CURLcode code) { return herald_curl.easy_strerror(code); }

struct curl_slist *herald_curl_slist_append(struct curl_slist *list, const char *line) {
    return herald_curl.slist_append(list, line);
}

void herald_curl_slist_free_all(struct curl_slist *list) { herald_curl.slist_free_all(list); }

CURLMcode herald_curl_multi_add_handle(CURLM *multi, CURL *easy) { return herald_curl.multi_add_handle(multi, easy); }

CURLMcode herald_curl_multi_remove_handle(CURLM *multi, CURL *easy) {
    return herald_curl.multi_remove_handle(multi, easy);
}

CURLMcode herald_curl_multi_perform(CURLM *multi, int *running) { return herald_curl.multi_perform(multi, running); }

CURLMcode herald_curl_multi_poll(CURLM *multi, struct curl_waitfd *extra, unsigned count, int timeout_ms, int *ready) {
    return herald_curl.multi_poll(multi, extra, count, timeout_ms, ready);
}

CURLMcode herald_curl_multi_wakeup(CURLM *multi) { return herald_curl.multi_wakeup(multi); }
CURLMcode herald_curl_multi_cleanup(CURLM *multi) { return herald_curl.multi_cleanup(multi); }

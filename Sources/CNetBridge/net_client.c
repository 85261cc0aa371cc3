#define _GNU_SOURCE
#include "net_client.h"

#include "curl_table.h"
#include <arpa/inet.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

CURLcode herald_curl_set_long(CURL *easy, CURLoption option, long value) {
    return herald_curl.easy_setopt(easy, option, value);
}

CURLcode herald_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return herald_curl.easy_setopt(easy, option, value);
}

CURLcode herald_curl_set_string(CURL *easy, CURLoption option, const char *value) {
    return herald_curl.easy_setopt(easy, option, value);
}

CURLcode herald_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return herald_curl.easy_setopt(easy, option, value);
}

CURLcode herald_curl_set_body(CURL *easy, const void *bytes, size_t length) {
    CURLcode code = herald_curl.easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
    if (code != CURLE_OK) return code;
    return herald_curl.easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, length == 0 ? "" : bytes);
}

CURLcode herald_curl_on_body(CURL *easy, herald_curl_bytes callback, void *context) {
    CURLcode code = herald_curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
    if (code != CURLE_OK) return code;
    return herald_curl.easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

CURLcode herald_curl_on_header(CURL *easy, herald_curl_bytes callback, void *context) {
    CURLcode code = herald_curl.easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
    if (code != CURLE_OK) return code;
    return herald_curl.easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

static bool judge_address(const herald_curl_guard *guard, const struct sockaddr *address) {
    switch (address->sa_family) {
    case AF_INET: {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)address;
        return guard->judge(guard->context, (const uint8_t *)&v4->sin_addr, 4);
    }
    case AF_INET6: {
        const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)address;
        return guard->judge(guard->context, (const uint8_t *)&v6->sin6_addr, 16);
    }
    default:
        return false;
    }
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    if (purpose != CURLSOCKTYPE_IPCXN || !judge_address(context, &address->addr)) return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static int before_request(void *context, char *peer, char *local, int peer_port, int local_port) {
    (void)local;
    (void)peer_port;
    (void)local_port;
    const herald_curl_guard *guard = context;
    char text[INET6_ADDRSTRLEN] = "";
    size_t length = strcspn(peer, "%");
    uint8_t bytes[16];
    if (length >= sizeof text) return CURL_PREREQFUNC_ABORT;
    memcpy(text, peer, length);
    bool allowed = false;
    if (inet_pton(AF_INET, text, bytes) == 1) {
        allowed = guard->judge(guard->context, bytes, 4);
    } else if (inet_pton(AF_INET6, text, bytes) == 1) {
        allowed = guard->judge(guard->context, bytes, 16);
    }
    return allowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

CURLcode herald_curl_set_guard(CURL *easy, herald_curl_guard *guard) {
    CURLcode code = herald_curl.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    if (code == CURLE_OK) code = herald_curl.easy_setopt(easy, CURLOPT_OPENSOCKETDATA, guard);
    if (code == CURLE_OK) code = herald_curl.easy_setopt(easy, CURLOPT_PREREQFUNCTION, before_request);
    if (code == CURLE_OK) code = herald_curl.easy_setopt(easy, CURLOPT_PREREQDATA, guard);
    return code;
}

long herald_curl_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return herald_curl.easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}


int herald_curl_socket(CURL *easy) {
    curl_socket_t value = CURL_SOCKET_BAD;
    return herald_curl.easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &value) == CURLE_OK ? value : -1;
}

CURL *herald_curl_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = herald_curl.multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

int herald_poller_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

void herald_poller_close(int poller) { close(poller); }

static int control(int poller, int operation, int descriptor, uint64_t token, bool reads, bool writes) {
    struct epoll_event event = {.events = (reads ? EPOLLIN | EPOLLRDHUP : 0) | (writes ? EPOLLOUT : 0)};
    event.data.u64 = token;
    return epoll_ctl(poller, operation, descriptor, &event);
}

int herald_poller_add(int poller, int descriptor, uint64_t token, bool reads, bool writes) {
    return control(poller, EPOLL_CTL_ADD, descriptor, token, reads, writes);
}

int herald_poller_change(int poller, int descriptor, uint64_t token, bool reads, bool writes) {
    return control(poller, EPOLL_CTL_MOD, descriptor, token, reads, writes);
}

void herald_poller_remove(int poller, int descriptor) {
    struct epoll_event unused = {0};
    epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, &unused);
}

int herald_poller_ready(int poller, uint64_t *tokens, int capacity) {
    struct epoll_event events[64];
    int count = epoll_wait(poller, events, capacity < 64 ? capacity : 64, 0);
    for (int place = 0; place < count; place++) tokens[place] = events[place].data.u64;
    return count < 0 ? 0 : count;
}

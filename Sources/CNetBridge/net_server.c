#define _GNU_SOURCE
#include "net_server.h"

#include <errno.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

// libmicrohttpd hands a va_list, which Swift cannot take.
static void log_line(void *closure, const char *format, va_list arguments) {
    const struct herald_server_callbacks *callbacks = closure;
    char line[512];
    int length = vsnprintf(line, sizeof line, format, arguments);
    if (length < 0) return;
    size_t end = strnlen(line, sizeof line);
    while (end > 0 && (line[end - 1] == '\n' || line[end - 1] == '\r')) line[--end] = 0;
    unsigned int status;
    if (sscanf(line, "Error processing request (HTTP response code is %u", &status) == 1) {
        callbacks->refused(callbacks->context, status);
    }
    callbacks->log(callbacks->context, line);
}

// The library keeps a record for each argument of the query, in the small pool, and never answers when they do not
// fit. So the target is handed on while it is whole, and the library finds an empty query.
static void *take_target(void *closure, const char *target, struct MHD_Connection *connection) {
    const struct herald_server_callbacks *callbacks = closure;
    if (target == NULL) return NULL;
    callbacks->target(callbacks->context, connection, target, strlen(target));
    char *query = strchr(target, '?');
    if (query != NULL) query[1] = 0;
    return NULL;
}

// `%00` would cut the path and a second decoding would follow ours, so the text stays as it came.
static size_t keep_escapes(void *closure, struct MHD_Connection *connection, char *text) {
    const struct herald_server_callbacks *callbacks = closure;
    callbacks->escaped(callbacks->context, connection, text);
    return strlen(text);
}

struct MHD_Daemon *herald_server_start(
    int listening_socket,
    struct herald_server_limits limits,
    const struct herald_server_callbacks *callbacks) {
    void *context = callbacks->context;
    unsigned int flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE | MHD_USE_ERROR_LOG;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, callbacks->request, context,
        MHD_OPTION_EXTERNAL_LOGGER, log_line, (void *)callbacks,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listening_socket,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.connection_memory,
        MHD_OPTION_CONNECTION_LIMIT, limits.connections,
        MHD_OPTION_CONNECTION_TIMEOUT, limits.idle_seconds,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks->completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, callbacks->connection, context,
        MHD_OPTION_URI_LOG_CALLBACK, take_target, (void *)callbacks,
        MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, (void *)callbacks,
        // What the strict mode refuses we refuse too; its own reply has two heads.
        MHD_OPTION_STRICT_FOR_CLIENT, 0,
        MHD_OPTION_END);
}

int herald_server_descriptor(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

unsigned herald_server_connections(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
    return info ? info->num_connections : 0;
}

int herald_server_timeout(struct MHD_Daemon *daemon) {
    MHD_UNSIGNED_LONG_LONG milliseconds = 0;
    if (MHD_get_timeout(daemon, &milliseconds) != MHD_YES) return -1;
    return milliseconds > 60000 ? 60000 : (int)milliseconds;
}

int herald_server_connection_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

uint64_t herald_server_taken_bytes(struct MHD_Connection *connection) {
    int descriptor = herald_server_connection_descriptor(connection);
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    int unread = 0;
    if (descriptor < 0 || getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return 0;
    if (ioctl(descriptor, SIOCINQ, &unread) != 0 || unread < 0) return 0;
    uint64_t received = info.tcpi_bytes_received;
    return received > (uint64_t)unread ? received - (uint64_t)unread : 0;
}

bool herald_server_is_judging(struct MHD_Connection *connection) {
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE) != NULL
        && MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS) == NULL;
}

void herald_server_send_last(struct MHD_Connection *connection, const void *bytes, size_t length) {
    int descriptor = herald_server_connection_descriptor(connection);
    if (descriptor < 0) return;
    // As much as the peer takes: it is small, and a peer that reads nothing misses nothing.
    ssize_t sent = send(descriptor, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)sent;
    shutdown(descriptor, SHUT_WR);
    // What lies unread when a socket is closed makes the peer lose the reply.
    char rest[4096];
    for (int i = 0; i < 16 && recv(descriptor, rest, sizeof rest, MSG_DONTWAIT) > 0; i++) {}
    shutdown(descriptor, SHUT_RD);
}

size_t herald_server_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

void herald_server_close_upgraded(struct MHD_UpgradeResponseHandle *handle) {
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

int herald_poll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int herald_poll_set(int poll, int descriptor, uint32_t flags, uint64_t token) {
    struct epoll_event event = {0};
    if (flags & HERALD_POLL_READ) event.events |= EPOLLIN | EPOLLRDHUP;
    if (flags & HERALD_POLL_WRITE) event.events |= EPOLLOUT;
    event.data.u64 = token;
    if (epoll_ctl(poll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    if (errno != ENOENT) return errno;
    return epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) == 0 ? 0 : errno;
}

void herald_poll_remove(int poll, int descriptor) {
    struct epoll_event event = {0};
    epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, &event);
}

int herald_poll_wait(int poll, struct herald_poll_event *events, int capacity, int milliseconds) {
    struct epoll_event found[64];
    if (capacity > 64) capacity = 64;
    int count = epoll_wait(poll, found, capacity, milliseconds);
    if (count < 0) return 0;
    for (int i = 0; i < count; i++) {
        events[i].token = found[i].data.u64;
        events[i].flags = 0;
        if (found[i].events & (EPOLLIN | EPOLLRDHUP)) events[i].flags |= HERALD_POLL_READ;
        if (found[i].events & EPOLLOUT) events[i].flags |= HERALD_POLL_WRITE;
        if (found[i].events & (EPOLLERR | EPOLLHUP)) events[i].flags |= HERALD_POLL_HANGUP;
    }
    return count;
}

int herald_wakeup_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void herald_wakeup_signal(int wakeup) {
    uint64_t one = 1;
    ssize_t written = write(wakeup, &one, sizeof one);
    (void)written;  // A full counter is already readable.
}

void herald_wakeup_drain(int wakeup) {
    uint64_t count;
    ssize_t taken = read(wakeup, &count, sizeof count);
    (void)taken;  // Nothing to read is fine: it is unreadable then.
}

void herald_thread_name(const char *name) { pthread_setname_np(pthread_self(), name); }

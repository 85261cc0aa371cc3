#ifndef HERALD_NET_SERVER_H
#define HERALD_NET_SERVER_H
#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What libmicrohttpd tells the server; every function runs on the thread that calls `MHD_run`.
struct herald_server_callbacks {
    void *context;
    MHD_AccessHandlerCallback request;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
    /// The target of a request line as it came, query included; its headers are still to come.
    void (*target)(void *context, struct MHD_Connection *connection, const char *target, size_t length);
    /// The library is about to resolve the escapes of this text, which must be the last target.
    void (*escaped)(void *context, struct MHD_Connection *connection, const char *text);
    /// The library is about to refuse some request with this status.
    void (*refused)(void *context, unsigned int status);
    /// One line about a fault of a peer or of the library, without a line end.
    void (*log)(void *context, const char *line);
};

struct herald_server_limits {
    /// Bytes of memory that one connection may use for its request line and headers.
    size_t connection_memory;
    unsigned int connections;
    /// Seconds without traffic after which a connection is closed.
    unsigned int idle_seconds;
};

/// Fixed-arity twin of `MHD_start_daemon` for an own loop: epoll, suspend and upgrade, no thread, no unescaping.
///
/// The callbacks must stay in place until the daemon is stopped. The listening socket is the library's from here on; `NULL` when the daemon could not be started.
struct MHD_Daemon *herald_server_start(
    int listening_socket,
    struct herald_server_limits limits,
    const struct herald_server_callbacks *callbacks);

/// The daemon's epoll descriptor, or -1.
int herald_server_descriptor(struct MHD_Daemon *daemon);

/// Connections that the daemon holds now, upgraded ones included.
unsigned herald_server_connections(struct MHD_Daemon *daemon);

/// Milliseconds until the daemon wants to run even if nothing happens, or -1 for never.
int herald_server_timeout(struct MHD_Daemon *daemon);

/// The socket of a connection, or -1.
int herald_server_connection_descriptor(struct MHD_Connection *connection);

/// Bytes that the library has read from a connection's socket since it was opened.
uint64_t herald_server_taken_bytes(struct MHD_Connection *connection);

/// Whether the library has the whole head of a request and no answer to it yet.
bool herald_server_is_judging(struct MHD_Connection *connection);

/// Sends bytes past the library and shuts the socket down, so that the library ends the connection.
void herald_server_send_last(struct MHD_Connection *connection, const void *bytes, size_t length);

/// Bytes from the method to the end of the empty line behind the headers, or 0 while they are not all there.
size_t herald_server_head_size(struct MHD_Connection *connection);

/// Fixed-arity twin of `MHD_upgrade_action` with `MHD_UPGRADE_ACTION_CLOSE`; run the daemon afterwards.
void herald_server_close_upgraded(struct MHD_UpgradeResponseHandle *handle);

enum {
    HERALD_POLL_READ = 1,
    HERALD_POLL_WRITE = 2,
    /// Reported always: the peer is gone or the descriptor has an error.
    HERALD_POLL_HANGUP = 4
};

struct herald_poll_event {
    uint64_t token;
    uint32_t flags;
};

/// A new epoll descriptor that children do not inherit, or -1.
int herald_poll_create(void);
/// Watches a descriptor, or changes what is watched; 0, or an `errno`.
int herald_poll_set(int poll, int descriptor, uint32_t flags, uint64_t token);
/// Stops watching; a descriptor that is not watched is no error.
void herald_poll_remove(int poll, int descriptor);
/// Waits and returns how many events there are; an interrupted wait counts as none.
int herald_poll_wait(int poll, struct herald_poll_event *events, int capacity, int milliseconds);

/// A new eventfd that children do not inherit and that never blocks, or -1.
int herald_wakeup_create(void);
/// Makes the eventfd readable; any thread.
void herald_wakeup_signal(int wakeup);
/// Makes the eventfd unreadable again.
void herald_wakeup_drain(int wakeup);

/// Names the calling thread for debuggers; at most 15 bytes.
void herald_thread_name(const char *name);

#endif

// Govorun: fixed-signature shims for the C library behind <microhttpd.h>. SPDX-License-Identifier: MIT
#pragma once

#if __has_include(<microhttpd.h>)
#include <microhttpd.h>
#else
#error "microhttpd.h not found: apt-get install libmicrohttpd-dev (make does it for you)"
#endif

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>    // not in Swift's Glibc
#include <sys/eventfd.h>
#include <sys/socket.h>

// Called with the raw request target before the library takes it apart; what it returns becomes the request's context.
typedef void *(*CMicroHTTPDTargetCallback)(void *owner, const char *target, struct MHD_Connection *connection);

// MHD_start_daemon is variadic, so Swift cannot see it. Its caller runs it. The listening socket is the caller's own, and is closed by MHD_stop_daemon.
static inline struct MHD_Daemon *cmicrohttpd_start(
    int listening_socket, unsigned connections, unsigned idle_seconds, size_t connection_memory, void *owner,
    MHD_AccessHandlerCallback access, CMicroHTTPDTargetCallback target, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection) {
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, access, owner,
        MHD_OPTION_LISTEN_SOCKET, listening_socket,
        MHD_OPTION_URI_LOG_CALLBACK, target, owner,
        MHD_OPTION_NOTIFY_COMPLETED, completed, owner,
        MHD_OPTION_NOTIFY_CONNECTION, connection, owner,
        MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
#if MHD_VERSION >= 0x00097701
        MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1,
#endif
        MHD_OPTION_END);
}

// What becomes readable when the daemon has something to do.
static inline int cmicrohttpd_epoll(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

// The union MHD_ConnectionInfo, one member at a time.
static inline int cmicrohttpd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *cmicrohttpd_client_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static inline void *cmicrohttpd_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// Whether what the library makes of a head is all of it. 0.9.75 mangles the name of a field whose value is continued on the next line, and ends a
// value or a target at a NUL byte. Both show by where the pieces lie in its buffer: one behind the other, with nothing but line ends between. Other
// versions are not asked: newer ones refuse such heads themselves.
bool cmicrohttpd_head_is_plain(struct MHD_Connection *connection, uintptr_t target_end, const char *version);

// memmem, which Swift's Glibc does not show.
const void *cmicrohttpd_find(const void *haystack, size_t length, const void *needle, size_t needle_length);

// Macros with casts, which Swift does not import.
static const uint64_t cmicrohttpd_unknown_size = MHD_SIZE_UNKNOWN;
static const ssize_t cmicrohttpd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t cmicrohttpd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

// Govorun: fixed-signature shims for the C library behind <sqlite3.h>. SPDX-License-Identifier: MIT
#pragma once

#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#else
#error "sqlite3.h not found: apt-get install libsqlite3-dev (make does it for you)"
#endif

#if SQLITE_VERSION_NUMBER < 3035000
#error "SQLite 3.35 or newer is needed (RETURNING)"
#endif

#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/prctl.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift cannot see: SQLite copies what is bound here.

static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *text, int64_t length)
{
    return sqlite3_bind_text64(statement, index, text ? text : "", (sqlite3_uint64)length, SQLITE_TRANSIENT, SQLITE_UTF8);
}
/// An empty blob is not NULL, whatever its pointer is.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int64_t length)
{
    if (length == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, (sqlite3_uint64)length, SQLITE_TRANSIENT);
}
/// As csqlite_bind_blob, but SQLite does not copy: `bytes` stay where they are until the binding is cleared.
static inline int csqlite_lend_blob(sqlite3_stmt *statement, int index, const void *bytes, int64_t length)
{
    if (length == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, (sqlite3_uint64)length, SQLITE_STATIC);
}

// prctl is variadic. At most 15 characters, for `top -H`.
static inline void csqlite_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast, which Swift does not import. */
static inline int herald_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int bytes) {
    return sqlite3_bind_text(statement, place, text, bytes, SQLITE_TRANSIENT);
}

/* sqlite3_db_config is variadic. A defensive connection refuses SQL that could damage the file. */
static inline int herald_sqlite_defend(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

// The same work on Debian's liblua5.4 in plain C: what the crossings of Herald are measured beside.
#ifndef HERALD_BENCH_RAW_H
#define HERALD_BENCH_RAW_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

/// A state with all libraries, `add`, `fail`, and a `point` with the field `x` and the method `plus`.
lua_State *_Nullable raw_new(void);
void raw_close(lua_State *_Nonnull L);
/// Compiles and keeps a chunk that gets a count; the slot that `raw_run` takes, or 0.
int raw_load(lua_State *_Nonnull L, const char *_Nonnull source);
/// Runs it with the count; 0 when it raised.
int raw_run(lua_State *_Nonnull L, int slot, long count);
/// Keeps the function that the chunk returns.
int raw_function(lua_State *_Nonnull L, const char *_Nonnull source);
/// Calls the function `count` times with two integers and sums the results.
long raw_call(lua_State *_Nonnull L, int slot, long count);
/// Pushes a table of 100 names and integers, `count` times.
long raw_push(lua_State *_Nonnull L, long count, int is_data);
/// Takes such a table into names and integers of its own, `count` times.
long raw_pull(lua_State *_Nonnull L, long count);
/// Makes and closes a state with all libraries, `count` times.
long raw_states(long count);

#endif

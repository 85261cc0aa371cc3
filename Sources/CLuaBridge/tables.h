// What the functions of `table` share.
#ifndef HERALD_TABLES_H
#define HERALD_TABLES_H

#include <lua.h>
#include <stddef.h>

/// What an argument that stands for a table needs of its metatable.
enum { TABLE_READ = 1, TABLE_WRITE = 2, TABLE_LENGTH = 4 };

/// The length of the argument, which is a table or has the metamethods that are needed.
lua_Integer herald_table_length(lua_State *L, int index, int needs);
/// The steps that one access to an element counts for.
size_t herald_table_weight(lua_State *L, int index);
int herald_sort(lua_State *L);

#endif

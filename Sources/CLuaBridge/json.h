// What reading and writing of JSON share.
#ifndef HERALD_JSON_H
#define HERALD_JSON_H

#include "machine.h"

/// Raises "not enough memory" as if the allocator had refused.
int herald_refuse_memory(lua_State *L);

#endif

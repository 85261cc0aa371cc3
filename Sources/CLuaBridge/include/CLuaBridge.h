#ifndef HERALD_CLUABRIDGE_H
#define HERALD_CLUABRIDGE_H
#include <lua.h>
#endif

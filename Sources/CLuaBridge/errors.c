// Errors as scripts see them: tables with a code, a message and a place.
#include "machine.h"

#include <stdio.h>
#include <string.h>

static void start_error(lua_State *L) { lua_createtable(L, 0, 4); }

static void finish_error(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &herald_error_key);
    lua_setmetatable(L, -2);
}

/// Sets `place` to the script line that called the running function.
static void set_place(lua_State *L) {
    lua_Debug record;
    if (!lua_getstack(L, 1, &record)) return;
    lua_getinfo(L, "Sl", &record);
    if (record.currentline <= 0) return;
    char text[LUA_IDSIZE + 16];
    size_t length = strlen(record.short_src);
    memcpy(text, record.short_src, length);
    text[length++] = ':';
    char digits[12];
    int count = 0;
    for (int line = record.currentline; line > 0; line /= 10) digits[count++] = (char)('0' + line % 10);
    while (count > 0) text[length++] = digits[--count];
    lua_pushlstring(L, text, length);
    lua_setfield(L, -2, "place");
}

void herald_push_error(lua_State *L, const char *code, size_t code_length, const char *message, size_t message_length,
    bool with_place) {
    start_error(L);
    lua_pushlstring(L, code, code_length);
    lua_setfield(L, -2, "code");
    lua_pushlstring(L, message, message_length);
    lua_setfield(L, -2, "message");
    if (with_place) set_place(L);
    finish_error(L);
}

void herald_push_limit_error(lua_State *L, const char *code, const char *message, const char *hint) {
    herald_push_error(L, code, strlen(code), message, strlen(message), false);
    lua_pushstring(L, hint);
    lua_setfield(L, -2, "hint");
}

void herald_push_memory_error(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &herald_memory_key); }

bool herald_is_memory_error(lua_State *L, int index) {
    index = lua_absindex(L, index);
    herald_push_memory_error(L);
    bool is_same = lua_rawequal(L, index, -1);
    lua_pop(L, 1);
    return is_same;
}

// What is looked at in a chunk before Lua compiles it, which nothing interrupts.
#ifndef HERALD_SOURCE_H
#define HERALD_SOURCE_H

#include <lua.h>
#include <stddef.h>

enum source_place {
    SOURCE_CODE, SOURCE_WORD, SOURCE_COLON, SOURCE_DASH, SOURCE_BRACKET, SOURCE_QUOTED, SOURCE_ESCAPE,
    SOURCE_COMMENT, SOURCE_COMMENT_BRACKET, SOURCE_LONG, SOURCE_LONG_END
};

/// How far a chunk, which may come in pieces, was read.
struct source {
    enum source_place place;
    size_t size, jumps, line;
    size_t level, closing; // equals signs of the long bracket, and those seen of its end
    char quote;
    char word[8];
    size_t word_length;
};

/// Reads on; returns why the chunk is not to be compiled, or NULL.
const char *herald_scan_source(struct source *source, const char *text, size_t length);
/// Pushes the message of a chunk that is refused, with its place.
void herald_push_refusal(lua_State *L, const struct source *source, const char *name, const char *reason);
/// Compiles text that is no binary chunk; like luaL_loadbufferx, but bounded.
int herald_compile(lua_State *L, const char *text, size_t length, const char *name);

#endif
